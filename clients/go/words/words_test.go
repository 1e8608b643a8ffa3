package words

import (
	"fmt"
	"math"
	"math/rand"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestATokenIsInRangesWhereItIsInOneOfThem(t *testing.T) {
	chance := rand.New(rand.NewSource(39))
	near := []int64{math.MinInt64, math.MinInt64 + 1, math.MaxInt64 - 1, math.MaxInt64}
	for token := int64(-9); token < 10; token++ {
		near = append(near, token)
	}
	for range 300 {
		var pairs [][2]int64
		var written []string
		for range 1 + chance.Intn(4) {
			pair := [2]int64{near[chance.Intn(len(near))], near[chance.Intn(len(near))]}
			pairs = append(pairs, pair)
			written = append(written, fmt.Sprintf("%d:%d", pair[0], pair[1]))
		}
		ranges, err := ParseRanges(strings.Join(written, ","))
		if err != nil {
			t.Fatal(err)
		}
		for _, token := range near {
			isIn := false
			for _, pair := range pairs {
				after, last := pair[0], pair[1]
				if after < last {
					isIn = isIn || after < token && token <= last
				} else {
					isIn = isIn || token > after || token <= last
				}
			}
			if isIn != ranges.Contains(token) {
				t.Fatalf("%v: %d", written, token)
			}
		}
	}
}

func TestAWriteNeverLooksOlderThanItIs(t *testing.T) {
	chance := rand.New(rand.NewSource(39))
	own, err := NewOwnWrites(64)
	if err != nil {
		t.Fatal(err)
	}
	type key struct {
		table string
		token int64
	}
	draw := func() key { return key{string(rune('a' + chance.Intn(3))), chance.Int63n(400) - 200} }
	ended := map[key]time.Duration{}
	for at := time.Duration(0); at < 2000; at++ {
		written := draw()
		own.Ended(written.table, Known(written.token), at, false)
		ended[written] = at
		asked := draw()
		age, isOwn := own.Age(asked.table, Known(asked.token), at)
		if end, ok := ended[asked]; ok && (!isOwn || age > at-end) {
			t.Fatalf("%v looks %d old and ended at %d, before %d", asked, age, end, at)
		}
	}
}

func TestGoroutinesNeverPutBackAnEarlierEnd(t *testing.T) {
	own, err := NewOwnWrites(1)
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 4 {
		all.Add(1)
		go func() {
			defer all.Done()
			for at := range time.Duration(2000) {
				own.Ended("t.t", Known(int64(at)), at, false)
			}
		}()
	}
	all.Wait()
	if age, _ := own.Age("t.t", Known(7), 2000); age != 1 {
		t.Errorf("it looks %d old", age)
	}
}

func TestTimeThatTheMonotonicClockDidNotSeeCounts(t *testing.T) {
	woken := Clock{}.Then(500, 8500)
	for i, now := range []time.Duration{
		Clock{}.Now(500, 500), Clock{}.Now(500, 8500), woken.Now(600, 8600), woken.Then(700, 8700).Now(700, 9700),
	} {
		if is := []time.Duration{500, 8500, 8600, 9700}[i]; now != is {
			t.Errorf("%d: %d, not %d", i, now, is)
		}
	}
}

func TestAWallClockThatIsSetBackChangesNothing(t *testing.T) {
	if now := (Clock{}).Then(500, -10_000).Now(600, -9900); now != 600 {
		t.Error(now)
	}
}

func TestPlacesAreAPowerOfTwo(t *testing.T) {
	for _, places := range []int{0, -4, 3} {
		if _, err := NewOwnWrites(places); err == nil || !strings.Contains(err.Error(), "power of two") {
			t.Errorf("%d: %v", places, err)
		}
	}
}
