package words

import (
	"fmt"
	"hash/crc32"
	"math"
	"sync/atomic"
	"time"
)

const (
	never  = math.MinInt64
	tables = 1024
	// For which a write that failed may still come into effect.
	lost = time.Minute
)

// OwnWrites remembers when this client's own writes ended, by a hash of table and token, in memory of
// a fixed size.
//
// Keys that share a place share the later of their times, so that a write may look younger than it is
// and never older. For any number of goroutines, without a lock.
type OwnWrites struct {
	keys   []atomic.Int64
	tables []atomic.Int64
}

// NewOwnWrites takes the number of places, a power of two, of eight bytes each.
func NewOwnWrites(places int) (*OwnWrites, error) {
	if places < 1 || places&(places-1) != 0 {
		return nil, fmt.Errorf("the number of remembered writes is %d; make it a power of two", places)
	}
	w := &OwnWrites{make([]atomic.Int64, places), make([]atomic.Int64, tables)}
	for i := range w.keys {
		w.keys[i].Store(never)
	}
	for i := range w.tables {
		w.tables[i].Store(never)
	}
	return w, nil
}

// Ended takes in that a write ended; one whose token is not known may be of any key. One that failed
// counts as one that ends only when it is lost for good.
func (w *OwnWrites) Ended(table string, token Token, at time.Duration, failed bool) {
	if failed {
		at += lost
	}
	if token.IsKnown {
		raise(place(w.keys, table, token.Value), int64(at))
	} else {
		raise(place(w.tables, table, 0), int64(at))
	}
}

// Age returns the time since the newest write of a key ended, and whether there was one that is known.
func (w *OwnWrites) Age(table string, token Token, now time.Duration) (time.Duration, bool) {
	newest := max(place(w.keys, table, token.Value).Load(), place(w.tables, table, 0).Load())
	if newest == never || !token.IsKnown {
		return 0, false
	}
	return max(0, now-time.Duration(newest)), true
}

func place(times []atomic.Int64, table string, number int64) *atomic.Int64 {
	mixed := finish(uint64(crc32.ChecksumIEEE([]byte(table)))*0x9e3779b97f4a7c15 ^ uint64(number))
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
