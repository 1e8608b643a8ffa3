package words

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strings"
	"time"
)

const (
	format     = 1
	mostReason = 500
)

var tableForm = regexp.MustCompile(`^[A-Za-z0-9_]{1,222}\.[A-Za-z0-9_]{1,222}$`)

// Row is a row of the table of levels as it was read; nil stands for null.
type Row struct {
	About       *string
	Publisher   *string
	Format      *int64
	Sequence    *int64
	ValidMs     *int64
	Level       *string
	SafeLevel   *string
	WindowMs    *int64
	Raised      *string
	RaisedLevel *string
	DataCenter  *string
	Reason      *string
}

// Word is what one publisher says about one table.
type Word struct {
	About       string
	Publisher   string
	Sequence    int64
	Valid       time.Duration
	Level       Level
	SafeLevel   Level
	Window      time.Duration
	Raised      Ranges
	RaisedLevel Level
	Reason      string
}

// Unreadable is a row of which something is beyond its bounds.
type Unreadable struct {
	About     string
	Publisher string
	Why       string
}

// IsTable says whether a name can be keyspace.table, as they are named, without quotes.
func IsTable(name string) bool { return tableForm.MatchString(name) }

// ReadRow returns the word of a row, or why it cannot be read; neither for one of another format, for
// clients of another data centre than this one, or about what can be no table. The ranges of an earlier
// word of the same publisher, if not nil, are not read again where they are the same.
func ReadRow(row Row, dataCenter string, earlier *Word) (*Word, *Unreadable) {
	if row.About == nil || row.Publisher == nil || !IsTable(*row.About) || row.Format == nil || *row.Format != format {
		return nil, nil
	}
	of, wrong := text("data_center", row.DataCenter)
	if wrong != nil {
		return nil, &Unreadable{*row.About, *row.Publisher, wrong.Error()}
	}
	if of != "" && of != dataCenter {
		return nil, nil
	}
	word, wrong := readWord(row, earlier)
	if wrong != nil {
		return nil, &Unreadable{*row.About, *row.Publisher, wrong.Error()}
	}
	return word, nil
}

// Plain is a text of others on one line, at most so long, and without a full stop at its end.
func Plain(text string) string {
	characters := []rune(text)
	end := ""
	if len(characters) > mostReason {
		characters, end = characters[:mostReason], "…"
	}
	line := strings.Map(func(c rune) rune {
		if c < ' ' || c >= 0x7f && c <= 0x9f || c == '\u2028' || c == '\u2029' {
			return ' '
		}
		return c
	}, string(characters)+end)
	return strings.TrimRight(strings.Trim(line, " "), ".")
}

func readWord(row Row, earlier *Word) (*Word, error) {
	sequence, wrongSequence := number("sequence", row.Sequence, 1, math.MaxInt64)
	validMs, wrongValid := number("valid_ms", row.ValidMs, 100, 60_000)
	windowMs, wrongWindow := number("window_ms", row.WindowMs, 0, 600_000)
	level, wrongLevel := levelOf("level", row.Level)
	safeLevel, wrongSafe := levelOf("safe_level", row.SafeLevel)
	raised, wrongRaised := ranges(row.Raised, earlier)
	raisedLevel, wrongRaisedLevel := level, error(nil)
	if !raised.IsEmpty() {
		raisedLevel, wrongRaisedLevel = levelOf("raised_level", row.RaisedLevel)
	}
	reason, wrongReason := text("reason", row.Reason)
	for _, wrong := range []error{
		wrongSequence, wrongValid, wrongWindow, wrongLevel, wrongSafe, wrongRaised, wrongRaisedLevel, wrongReason,
	} {
		if wrong != nil {
			return nil, wrong
		}
	}
	return &Word{
		About:       *row.About,
		Publisher:   *row.Publisher,
		Sequence:    sequence,
		Valid:       time.Duration(validMs) * time.Millisecond,
		Level:       level,
		SafeLevel:   safeLevel,
		Window:      time.Duration(windowMs) * time.Millisecond,
		Raised:      raised,
		RaisedLevel: raisedLevel,
		Reason:      Plain(reason),
	}, nil
}

func number(column string, value *int64, least, most int64) (int64, error) {
	if value == nil {
		return 0, missing(column)
	}
	if *value < least || *value > most {
		return 0, fmt.Errorf("%s is %d, not %d to %d", column, *value, least, most)
	}
	return *value, nil
}

func text(column string, value *string) (string, error) {
	if value == nil {
		return "", missing(column)
	}
	return *value, nil
}

func levelOf(column string, value *string) (Level, error) {
	name, wrong := text(column, value)
	if wrong != nil {
		return "", wrong
	}
	if !IsLevel(Level(name)) {
		return "", errors.New(column + " is no consistency level of reads")
	}
	return Level(name), nil
}

func ranges(value *string, earlier *Word) (Ranges, error) {
	written, wrong := text("raised", value)
	if wrong != nil {
		return Ranges{}, wrong
	}
	if earlier != nil && earlier.Raised.text == written {
		return earlier.Raised, nil
	}
	return ParseRanges(written)
}

func missing(column string) error { return errors.New(column + " is missing") }
