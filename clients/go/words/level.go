package words

import "slices"

// Level is a consistency level of reads, by its name in CQL.
type Level string

// The levels that there are.
const (
	LocalOne    Level = "LOCAL_ONE"
	One         Level = "ONE"
	Two         Level = "TWO"
	Three       Level = "THREE"
	LocalQuorum Level = "LOCAL_QUORUM"
	Quorum      Level = "QUORUM"
	EachQuorum  Level = "EACH_QUORUM"
	All         Level = "ALL"
)

// Of equals the later one is taken.
var levels = []Level{LocalOne, One, Two, Three, LocalQuorum, Quorum, EachQuorum, All}

// Replication is the number of replicas in each data centre; empty where that is not known.
type Replication []int

type pair struct{ level, other Level }

// Of these the first is at least the second wherever both can be had at all.
var always = map[pair]bool{
	{Three, Two}:              true,
	{Quorum, Two}:             true,
	{EachQuorum, Two}:         true,
	{EachQuorum, LocalQuorum}: true,
	{EachQuorum, Quorum}:      true,
}

// IsLevel says whether there is a level of this name.
func IsLevel(level Level) bool { return slices.Contains(levels, level) }

// AtLeast says whether reads at a level ask for no fewer replicas than at another.
//
// It is false also where that cannot be said: of numbers where the replication is not known, and where
// there are several data centres of a local level and a global one, and of EACH_QUORUM, whose replicas
// are not any of so many.
func AtLeast(level, other Level, replication Replication) bool {
	if level == other || level == All || other == One || other == LocalOne || always[pair{level, other}] {
		return true
	}
	if len(replication) == 0 || len(replication) > 1 && (isLocal(level) || isLocal(other) || other == EachQuorum) {
		return false
	}
	return replicas(level, replication) >= replicas(other, replication)
}

// Strongest returns the level that is at least each of the others; EACH_QUORUM or ALL where none is.
func Strongest(of []Level, replication Replication) Level {
	isIt := func(level Level) bool {
		return !slices.ContainsFunc(of, func(other Level) bool { return !AtLeast(level, other, replication) })
	}
	for _, level := range slices.Backward(levels) {
		if slices.Contains(of, level) && isIt(level) {
			return level
		}
	}
	if isIt(EachQuorum) {
		return EachQuorum
	}
	return All
}

func isLocal(level Level) bool { return level == LocalOne || level == LocalQuorum }

func replicas(level Level, replication Replication) int {
	every, quorums := 0, 0
	for _, there := range replication {
		every += there
		quorums += there/2 + 1
	}
	asked := 1
	switch level {
	case Two:
		asked = 2
	case Three:
		asked = 3
	case LocalQuorum, Quorum:
		asked = every/2 + 1
	case EachQuorum:
		asked = quorums
	case All:
		asked = every
	}
	return min(asked, every)
}
