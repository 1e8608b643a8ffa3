package follow

import (
	"fmt"
	"log/slog"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
	"quorate.org/follow/words"
)

// Options says how to follow. What is left out has the default that stands beside it.
type Options struct {
	// SafeLevel is the level that the application is known to live with. It cannot be left out.
	SafeLevel gocql.Consistency
	// SafeLevels is the same of single tables, by keyspace.table.
	SafeLevels map[string]gocql.Consistency
	// Floor: no word makes a read weaker; at most each safe level. ONE.
	Floor gocql.Consistency
	// DataCenter is the client's own, in a cluster of several; without it words that hold for one data
	// centre are not followed. None.
	DataCenter string
	// Table is the table of levels. quorate.levels.
	Table string
	// PollInterval is the time between reads of the table of levels. 500 ms.
	PollInterval time.Duration
	// ReadLevel is that of these reads; one that overlaps with what publishers write at. QUORUM.
	ReadLevel gocql.Consistency
	// ReadTimeout is after what such a read has failed. One second.
	ReadTimeout time.Duration
	// RememberedWrites is the number of places for own writes, a power of two, of eight bytes each. 65536.
	RememberedWrites int
	// Logger is told once when the table of levels cannot be read, and when it can be again; and when
	// statements cannot be prepared. slog.Default().
	Logger *slog.Logger
}

type settings struct {
	safeLevel  words.Level
	safeLevels map[string]words.Level
	floor      words.Level
	// Of a table that is not known.
	strongest words.Level
	options   Options
}

func (o Options) checked() (settings, error) {
	orElse(&o.Floor, gocql.One)
	orElse(&o.Table, "quorate.levels")
	orElse(&o.PollInterval, 500*time.Millisecond)
	orElse(&o.ReadLevel, gocql.Quorum)
	orElse(&o.ReadTimeout, time.Second)
	orElse(&o.RememberedWrites, 65536)
	orElse(&o.Logger, slog.Default())
	result := settings{
		safeLevel:  words.Level(o.SafeLevel.String()),
		safeLevels: map[string]words.Level{},
		floor:      words.Level(o.Floor.String()),
		options:    o,
	}
	for _, level := range []gocql.Consistency{o.SafeLevel, o.Floor, o.ReadLevel} {
		if !words.IsLevel(words.Level(level.String())) {
			return result, fmt.Errorf("%s is no consistency level of reads; take another", level)
		}
	}
	if o.PollInterval < 0 || o.ReadTimeout < 0 {
		return result, fmt.Errorf("the poll interval and the time-out of a read must be above 0")
	}
	if !words.IsTable(o.Table) {
		return result, fmt.Errorf("the table of levels is %q; name it as keyspace.table", o.Table)
	}
	if err := result.checkSafe(result.safeLevel); err != nil {
		return result, err
	}
	all := []words.Level{result.safeLevel}
	for table, level := range o.SafeLevels {
		if !words.IsTable(table) {
			return result, fmt.Errorf("%q is no table; name it as keyspace.table", table)
		}
		safe := words.Level(level.String())
		if err := result.checkSafe(safe); err != nil {
			return result, err
		}
		result.safeLevels[table] = safe
		all = append(all, safe)
	}
	result.strongest = words.Strongest(all, nil)
	return result, nil
}

func (s settings) checkSafe(level words.Level) error {
	switch {
	case !words.IsLevel(level):
		return fmt.Errorf("%s is no consistency level of reads; take another", level)
	case !words.AtLeast(level, s.floor, nil):
		return fmt.Errorf("the safe level %s may be weaker than the floor %s; lower the floor", level, s.floor)
	}
	return nil
}

func (s settings) safeLevelOf(table string) words.Level {
	if level, ok := s.safeLevels[table]; ok {
		return level
	}
	return s.safeLevel
}

func orElse[T comparable](value *T, otherwise T) {
	var zero T
	if *value == zero {
		*value = otherwise
	}
}
