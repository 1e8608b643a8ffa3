package words

import "time"

// Clock goes by the monotonic clock, and by the wall clock where that says that more time has passed:
// the monotonic one may stand still while a machine is suspended. A wall clock that is set back changes
// nothing, and one that is set forward lets words look older than they are.
//
// Both are the time since the same start, with which its zero value begins.
type Clock struct{ monotonic, wall, slept time.Duration }

// Now returns the time when both clocks are at these.
func (c Clock) Now(monotonic, wall time.Duration) time.Duration {
	return monotonic + c.slept + max(0, wall-c.wall-(monotonic-c.monotonic))
}

// Then returns this clock, which compares the two from there on.
func (c Clock) Then(monotonic, wall time.Duration) Clock {
	return Clock{monotonic, wall, c.Now(monotonic, wall) - monotonic}
}
