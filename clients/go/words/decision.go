package words

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Decision is the level of one read.
type Decision struct {
	Level Level
	// Whether it is the table's safe level that was taken.
	IsSafe bool
	// Why, in half a sentence.
	Because string
}

// Sentence tells the decision with its reason.
func (d Decision) Sentence(table string) string {
	safe := ""
	if d.IsSafe {
		safe = ", its safe level"
	}
	return fmt.Sprintf("%s is read at %s%s: %s.", table, d.Level, safe, d.Because)
}

// Rules is what the application has said of a table.
type Rules struct {
	// Taken where nobody may be believed.
	SafeLevel Level
	// No word makes a read weaker; at most the safe level whatever the replication.
	Floor       Level
	Replication Replication
}

// Read is one read, and what this client has written of what it reads.
type Read struct {
	// Of the key that is read.
	Token Token
	// Since this client's newest write of that key ended.
	OwnAge  time.Duration
	IsOwn   bool
	Instant time.Duration
}

type asked struct {
	level   Level
	isSafe  bool
	because string
}

// Decide returns the level of a read. Words may be nil, for none.
func Decide(words *TableWords, rules Rules, read Read) Decision {
	if words == nil {
		words = &TableWords{}
	}
	var young, old []*Word
	for _, seen := range words.Seen {
		if seen.isYoung(read.Instant) {
			young = append(young, seen.Word)
		} else {
			old = append(old, seen.Word)
		}
	}
	safe := rules.safeWith(old)
	if len(young) > 0 {
		safe = rules.safeWith(young)
	}
	all := whatIsAsked(young, rules, read)
	switch {
	case len(words.Unreadable) > 0:
		row := words.Unreadable[0]
		because := "the row of publisher " + row.Publisher + " cannot be read: " + row.Why
		all = append([]asked{{safe, true, because}}, all...)
	case len(young) == 0:
		all = append(all, asked{safe, true, whyNoneIsYoung(words, read.Instant)})
	case !read.Token.IsKnown:
		all = append(all, asked{safe, true, "this key is not known"})
	}
	var of []Level
	for _, each := range all {
		of = append(of, each.level)
	}
	level := Strongest(of, rules.Replication)
	if !AtLeast(level, rules.Floor, rules.Replication) {
		weaker := level
		level = Strongest([]Level{weaker, rules.Floor}, rules.Replication)
		if level == rules.Floor {
			return Decision{level, false, fmt.Sprintf("it is the floor, and %s would be weaker", weaker)}
		}
		return Decision{level, false, fmt.Sprintf("%s cannot be compared with the floor %s", weaker, rules.Floor)}
	}
	if at := slices.Index(of, level); at >= 0 {
		return Decision{level, all[at].isSafe, all[at].because}
	}
	return Decision{level, false, names(of) + " are asked for, which cannot be compared here"}
}

// Seconds is a length of time for people, in tenths of seconds, rounded down.
func Seconds(length time.Duration) string {
	tenths := max(0, length) / (100 * time.Millisecond)
	return fmt.Sprintf("%d.%d s", tenths/10, tenths%10)
}

// The safe level, or what is at least it and those of words.
func (r Rules) safeWith(told []*Word) Level {
	of := []Level{r.SafeLevel}
	for _, word := range told {
		of = append(of, word.SafeLevel)
	}
	return Strongest(of, r.Replication)
}

func whyNoneIsYoung(words *TableWords, now time.Duration) string {
	if len(words.Seen) == 0 {
		return "no word about it has been read"
	}
	var newest *Seen
	for i := range words.Seen {
		if seen := &words.Seen[i]; seen.believed && (newest == nil || seen.grew > newest.grew) {
			newest = seen
		}
	}
	if newest == nil {
		return "no word about it has been seen to be renewed twice"
	}
	return fmt.Sprintf("its newest word is %s old and holds for %s", Seconds(now-newest.grew), Seconds(newest.Word.Valid))
}

// First what says most of this read.
func whatIsAsked(young []*Word, rules Rules, read Read) []asked {
	var all []asked
	for _, word := range young {
		if !read.IsOwn || read.OwnAge >= word.Window {
			continue
		}
		ago := fmt.Sprintf("%s ago, less than %s", Seconds(read.OwnAge), Seconds(word.Window))
		all = append(all, asked{rules.safeWith([]*Word{word}), true, "this client wrote this key " + ago})
	}
	for _, word := range young {
		switch {
		case !read.Token.IsKnown && !word.Raised.IsEmpty():
			all = append(all, told(word, word.RaisedLevel, "some keys are raised, and this one is not known", rules))
		case read.Token.IsKnown && word.Raised.Contains(read.Token.Value):
			all = append(all, told(word, word.RaisedLevel, "this key is raised", rules))
		}
	}
	for _, word := range young {
		all = append(all, told(word, word.Level, "publisher "+word.Publisher+" says so", rules))
	}
	return all
}

// A level of a word; where it is the word's own safe level, the application's counts too.
func told(word *Word, level Level, because string, rules Rules) asked {
	isSafe := level == word.SafeLevel
	if isSafe {
		level = rules.safeWith([]*Word{word})
	}
	return asked{level, isSafe, because + withReason(word)}
}

func withReason(word *Word) string {
	if word.Reason == "" {
		return ""
	}
	return ": " + word.Reason
}

func names(levels []Level) string {
	var of []string
	for _, level := range levels {
		of = append(of, string(level))
	}
	slices.Sort(of)
	return strings.Join(slices.Compact(of), " and ")
}
