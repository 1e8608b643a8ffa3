package words

import (
	"slices"
	"strings"
	"time"
)

// Seen is a word, and how its sequence was seen to grow, by the follower's own clock.
type Seen struct {
	Word *Word
	// When the read was sent that showed the newest sequence.
	grew     time.Duration
	hasGrown bool
	// Whether it had also grown no longer before that than a word holds.
	believed bool
}

// TableWords is all words about one table, in the order of their publishers.
type TableWords struct {
	Seen       []Seen
	Unreadable []*Unreadable
}

// Words is the words about each table, by keyspace.table. It is never changed once it was made.
type Words map[string]*TableWords

type author struct{ about, publisher string }

// After returns the words after a read of the whole partition that was sent then. What was not read
// is forgotten, so that it is believed anew when it comes back. Words for the client's own data centre
// count beside those for all; it is empty where it is not known.
func (w Words) After(rows []Row, sent time.Duration, dataCenter string) Words {
	known := map[author]Seen{}
	for about, words := range w {
		for _, seen := range words.Seen {
			known[author{about, seen.Word.Publisher}] = seen
		}
	}
	after := Words{}
	for _, row := range rows {
		var earlier Seen
		if row.About != nil && row.Publisher != nil {
			earlier = known[author{*row.About, *row.Publisher}]
		}
		word, unreadable := ReadRow(row, dataCenter, earlier.Word)
		switch {
		case word != nil:
			seen := Seen{Word: word}
			if earlier.Word != nil {
				seen = earlier.then(word, sent)
			}
			of := after.about(word.About)
			of.Seen = append(of.Seen, seen)
		case unreadable != nil:
			of := after.about(unreadable.About)
			of.Unreadable = append(of.Unreadable, unreadable)
		}
	}
	for _, words := range after {
		slices.SortFunc(words.Seen, func(a, b Seen) int {
			return strings.Compare(a.Word.Publisher, b.Word.Publisher)
		})
		slices.SortFunc(words.Unreadable, func(a, b *Unreadable) int {
			return strings.Compare(a.Publisher, b.Publisher)
		})
	}
	return after
}

func (w Words) about(table string) *TableWords {
	if w[table] == nil {
		w[table] = &TableWords{}
	}
	return w[table]
}

func (s Seen) then(word *Word, sent time.Duration) Seen {
	if word.Sequence <= s.Word.Sequence {
		return s
	}
	return Seen{word, sent, true, s.hasGrown && sent-s.grew <= s.Word.Valid}
}

func (s Seen) isYoung(now time.Duration) bool {
	return s.believed && now-s.grew < s.Word.Valid
}
