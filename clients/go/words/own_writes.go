package words

import (
	"fmt"
	"hash/maphash"
	"math"
	"sync/atomic"
	"time"
)

const (
	never  = math.MinInt64
	tables = 1024
)

// OwnWrites remembers when this client's own writes ended, by a hash of table and token, in memory of
// a fixed size.
//
// Keys that share a place share the later of their times, so that a write may look younger than it is
// and never older. For any number of goroutines, without a lock.
type OwnWrites struct {
	seed   maphash.Seed
	keys   []atomic.Int64
	tables []atomic.Int64
}

// NewOwnWrites takes the number of places, a power of two, of eight bytes each.
func NewOwnWrites(places int) (*OwnWrites, error) {
	if places < 1 || places&(places-1) != 0 {
		return nil, fmt.Errorf("the number of remembered writes is %d; make it a power of two", places)
	}
	w := &OwnWrites{maphash.MakeSeed(), make([]atomic.Int64, places), make([]atomic.Int64, tables)}
	for i := range w.keys {
		w.keys[i].Store(never)
	}
	for i := range w.tables {
		w.tables[i].Store(never)
	}
	return w, nil
}

// Ended takes in that a write ended, well or not; one whose token is not known may be of any key.
func (w *OwnWrites) Ended(table string, token Token, at time.Duration) {
	if token.IsKnown {
		raise(w.place(w.keys, table, token.Value), int64(at))
	} else {
		raise(w.place(w.tables, table, 1), int64(at))
	}
	raise(w.place(w.tables, table, 0), int64(at))
}

// Age returns the time since the newest write of a key ended, or of any where its token is not known,
// and whether there was one.
func (w *OwnWrites) Age(table string, token Token, now time.Duration) (time.Duration, bool) {
	newest := w.place(w.tables, table, 0).Load()
	if token.IsKnown {
		newest = max(w.place(w.keys, table, token.Value).Load(), w.place(w.tables, table, 1).Load())
	}
	if newest == never {
		return 0, false
	}
	return max(0, now-time.Duration(newest)), true
}

func (w *OwnWrites) place(times []atomic.Int64, table string, number int64) *atomic.Int64 {
	mixed := finish(maphash.String(w.seed, table) ^ uint64(number))
	return &times[mixed&uint64(len(times)-1)]
}

func raise(place *atomic.Int64, at int64) {
	for {
		before := place.Load()
		if at <= before || place.CompareAndSwap(before, at) {
			return
		}
	}
}
