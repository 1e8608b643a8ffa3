package words

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
)

const mostRangeBytes = 65536

var (
	rangeForm   = regexp.MustCompile(`^(-?[0-9]{1,19}):(-?[0-9]{1,19})$`)
	errNoRanges = errors.New("raised has something else than ranges of the form after:last")
)

// Ranges is a set of tokens, made of ranges. Asking takes the logarithm of their number.
type Ranges struct {
	spans []span
	text  string
}

// Both ends are in it.
type span struct{ first, last int64 }

// ParseRanges reads "after:last" joined by commas, "*" for all, or nothing for none.
//
// Each range is open at its first number and closed at its second, and goes around the end of the
// ring where the second is not greater.
func ParseRanges(text string) (Ranges, error) {
	switch {
	case len(text) > mostRangeBytes:
		return Ranges{}, fmt.Errorf("raised is longer than %d bytes", mostRangeBytes)
	case text == "":
		return Ranges{}, nil
	case text == "*":
		return Ranges{[]span{{math.MinInt64, math.MaxInt64}}, text}, nil
	}
	var spans []span
	for _, part := range strings.Split(text, ",") {
		numbers := rangeForm.FindStringSubmatch(part)
		if numbers == nil {
			return Ranges{}, errNoRanges
		}
		after, wrongAfter := strconv.ParseInt(numbers[1], 10, 64)
		last, wrongLast := strconv.ParseInt(numbers[2], 10, 64)
		if wrongAfter != nil || wrongLast != nil {
			return Ranges{}, errNoRanges
		}
		if after < last {
			spans = append(spans, span{after + 1, last})
			continue
		}
		if after < math.MaxInt64 {
			spans = append(spans, span{after + 1, math.MaxInt64})
		}
		spans = append(spans, span{math.MinInt64, last})
	}
	return Ranges{merged(spans), text}, nil
}

// IsEmpty says whether no token is in it.
func (r Ranges) IsEmpty() bool { return len(r.spans) == 0 }

// Contains says whether a token is in it.
func (r Ranges) Contains(token int64) bool {
	next := sort.Search(len(r.spans), func(i int) bool { return r.spans[i].first > token })
	return next > 0 && token <= r.spans[next-1].last
}

func merged(spans []span) []span {
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.first, b.first) })
	var result []span
	for _, next := range spans {
		if n := len(result); n > 0 && next.first <= result[n-1].last {
			result[n-1].last = max(result[n-1].last, next.last)
		} else {
			result = append(result, next)
		}
	}
	return result
}
