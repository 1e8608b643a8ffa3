package words

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The cases that every language which follows published levels has in common.
type cases struct {
	Comparisons []struct {
		Replication  Replication
		Level, Other Level
		AtLeast      bool `json:"at_least"`
	}
	Strongest []struct {
		Replication Replication
		Of          []Level
		Is          Level
	}
	Statements []struct {
		Text        string
		SeveralKeys bool `json:"several_keys"`
	}
	Ranges []struct {
		Raised, Then, Wrong string
		Times               *int
		Has, Lacks          []string
	}
	Replications []struct {
		Options map[string]string
		Is      Replication
	}
	BaseRow   json.RawMessage `json:"base_row"`
	Decisions []struct {
		Name        string
		SafeLevel   Level `json:"safe_level"`
		Floor       Level
		Replication Replication
		DataCenter  string `json:"data_center"`
		Steps       []step
	}
	Tokens []struct{ Key, Token string }
}

type step struct {
	At      int64
	Read    *[]json.RawMessage
	Believe *[]json.RawMessage
	Wrote   *subject
	subject
	Level Level
	Says  string
}

type subject struct {
	Table  string
	Token  *string
	Failed bool
}

type row struct {
	About       *string
	Publisher   *string
	Format      *int64
	Sequence    *int64
	ValidMs     *int64 `json:"valid_ms"`
	Level       *string
	SafeLevel   *string `json:"safe_level"`
	WindowMs    *int64  `json:"window_ms"`
	Raised      *string
	RaisedLevel *string `json:"raised_level"`
	DataCenter  *string `json:"data_center"`
	Reason      *string
}

func TestLevelsAreComparedOnlyWhereThatCanBeSaid(t *testing.T) {
	for _, each := range load(t).Comparisons {
		if AtLeast(each.Level, each.Other, each.Replication) != each.AtLeast {
			t.Errorf("%+v", each)
		}
	}
}

func TestTheStrongestIsAtLeastEachOfTheOthers(t *testing.T) {
	for _, each := range load(t).Strongest {
		if level := Strongest(each.Of, each.Replication); level != each.Is {
			t.Errorf("%+v, not %s", each, level)
		}
	}
}

func TestAStatementThatMayBeAboutSeveralKeysIsToldByItsWords(t *testing.T) {
	for _, each := range load(t).Statements {
		if MayHaveSeveralKeys(each.Text) != each.SeveralKeys {
			t.Errorf("%+v", each)
		}
	}
}

func TestRangesHaveWhatTheySayAndNothingElse(t *testing.T) {
	for _, each := range load(t).Ranges {
		times := 1
		if each.Times != nil {
			times = *each.Times
		}
		raised := strings.Repeat(each.Raised, times) + each.Then
		ranges, err := ParseRanges(raised)
		if each.Wrong != "" {
			if err == nil || err.Error() != each.Wrong {
				t.Errorf("%.100q: %v, not %s", raised, err, each.Wrong)
			}
			continue
		}
		if err != nil || ranges.IsEmpty() != (raised == "") {
			t.Errorf("%.100q: %v", raised, err)
		}
		for _, token := range each.Has {
			if !ranges.Contains(number64(t, token)) {
				t.Errorf("%.100q lacks %s", raised, token)
			}
		}
		for _, token := range each.Lacks {
			if ranges.Contains(number64(t, token)) {
				t.Errorf("%.100q has %s", raised, token)
			}
		}
	}
}

func TestReplicationIsThatOfTheTwoStrategiesThatCount(t *testing.T) {
	for _, each := range load(t).Replications {
		if found := ReplicationOf(each.Options); !slices.Equal(found, each.Is) {
			t.Errorf("%v: %v, not %v", each.Options, found, each.Is)
		}
	}
}

func TestTokensAreThoseOfTheServers(t *testing.T) {
	for _, each := range load(t).Tokens {
		key, err := hex.DecodeString(each.Key)
		if err != nil {
			t.Fatal(err)
		}
		if found := TokenOf(key); found != Known(number64(t, each.Token)) {
			t.Errorf("%s: %v, not %s", each.Key, found, each.Token)
		}
	}
	if TokenOf(nil).IsKnown {
		t.Error("no key has a token")
	}
}

func TestRowsBecomeTheLevelOfARead(t *testing.T) {
	all := load(t)
	for _, each := range all.Decisions {
		t.Run(each.Name, func(t *testing.T) {
			own, err := NewOwnWrites(65536)
			if err != nil {
				t.Fatal(err)
			}
			words := Words{}
			rules := Rules{each.SafeLevel, each.Floor, each.Replication}
			for _, step := range each.Steps {
				at := ms(step.At)
				switch {
				case step.Read != nil:
					words = words.After(rows(t, all.BaseRow, *step.Read, 0), at, each.DataCenter)
				case step.Believe != nil:
					for more := range int64(3) {
						read := rows(t, all.BaseRow, *step.Believe, more)
						words = words.After(read, at+ms(1000*more), each.DataCenter)
					}
				case step.Wrote != nil:
					own.Ended(step.Wrote.table(), step.Wrote.token(t), at, step.Wrote.Failed)
				default:
					table, token := step.table(), step.token(t)
					age, isOwn := own.Age(table, token, at)
					decision := Decide(words[table], rules, Read{token, age, isOwn, at})
					sentence := decision.Sentence(table)
					if decision.Level != step.Level {
						t.Errorf("at %d: %s, not %s: %s", step.At, decision.Level, step.Level, sentence)
					}
					if step.Says != "" && step.Says != sentence {
						t.Errorf("at %d:\n%s, not\n%s", step.At, sentence, step.Says)
					}
				}
			}
		})
	}
}

func load(t *testing.T) cases {
	t.Helper()
	text, err := os.ReadFile("../../levels-cases.json")
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("levels-cases.json is not here; test in the project's own repository.")
	}
	if err != nil {
		t.Fatal(err)
	}
	var all cases
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	if len(all.Comparisons) == 0 || len(all.Ranges) == 0 || len(all.Decisions) == 0 || len(all.Tokens) == 0 {
		t.Fatal("levels-cases.json lacks cases")
	}
	return all
}

func rows(t *testing.T, base json.RawMessage, changes []json.RawMessage, more int64) []Row {
	t.Helper()
	var result []Row
	for _, change := range changes {
		var read row
		for _, text := range []json.RawMessage{base, change} {
			if err := json.Unmarshal(text, &read); err != nil {
				t.Fatal(err)
			}
		}
		if read.Sequence != nil {
			*read.Sequence += more
		}
		result = append(result, Row(read))
	}
	return result
}

func (s subject) table() string {
	if s.Table == "" {
		return "shop.carts"
	}
	return s.Table
}

func (s subject) token(t *testing.T) Token {
	if s.Token == nil {
		return Known(5)
	}
	if *s.Token == "" {
		return Token{}
	}
	return Known(number64(t, *s.Token))
}

func ms(number int64) time.Duration { return time.Duration(number) * time.Millisecond }

func number64(t *testing.T, text string) int64 {
	t.Helper()
	number, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return number
}
