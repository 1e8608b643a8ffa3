package follow

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
	"quorate.org/follow/words"
)

// A table of levels whose publisher writes with every read, until it is told not to.
type publisher struct {
	mutex    sync.Mutex
	sequence int64
	level    string
	window   int64
	valid    int64
	failure  error
	isSilent bool
	hangs    bool
}

func newPublisher() *publisher { return &publisher{level: "ONE", valid: 200} }

func (p *publisher) says(change func(p *publisher)) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	change(p)
}

func (p *publisher) rows(ctx context.Context) ([]words.Row, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.hangs {
		// As a driver that does not heed its context in time.
		p.mutex.Unlock()
		<-ctx.Done()
		p.mutex.Lock()
		return nil, ctx.Err()
	}
	if p.failure != nil {
		return nil, p.failure
	}
	if !p.isSilent {
		p.sequence++
	}
	about, id, safe, none := "shop.carts", "p", "QUORUM", ""
	format, valid, sequence, level, window := int64(1), p.valid, p.sequence, p.level, p.window
	return []words.Row{{
		About: &about, Publisher: &id, Format: &format, Sequence: &sequence, ValidMs: &valid, Level: &level,
		SafeLevel: &safe, WindowMs: &window, Raised: &none, RaisedLevel: &none, DataCenter: &none, Reason: &none,
	}}, nil
}

func (p *publisher) replications(context.Context) (map[string]words.Replication, error) {
	return map[string]words.Replication{"shop": {3}}, nil
}

func followed(t *testing.T, from *publisher) *Follower {
	t.Helper()
	options := Options{SafeLevel: gocql.LocalQuorum, PollInterval: 5 * time.Millisecond}
	follower, err := open(nil, options, func(Options) source { return from })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(follower.Close)
	return follower
}

func isAt(t *testing.T, follower *Follower, level gocql.Consistency) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(2 * time.Millisecond) {
		found := follower.Level("shop.carts", words.Known(5))
		if found == level {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("reads stay at %s for a minute, not at %s", found, level)
		}
	}
}

func TestItFollowsWhatIsPublished(t *testing.T) {
	from := newPublisher()
	follower := followed(t, from)
	isAt(t, follower, gocql.One)
	from.says(func(p *publisher) { p.level = "ALL" })
	isAt(t, follower, gocql.All)
}

func TestAPublisherThatFallsSilentLeavesSafeReads(t *testing.T) {
	from := newPublisher()
	follower := followed(t, from)
	isAt(t, follower, gocql.One)
	from.says(func(p *publisher) { p.isSilent = true })
	isAt(t, follower, gocql.Quorum)
}

func TestAReadThatHangsLeavesSafeReads(t *testing.T) {
	from := newPublisher()
	follower := followed(t, from)
	isAt(t, follower, gocql.One)
	from.says(func(p *publisher) { p.hangs = true })
	isAt(t, follower, gocql.Quorum)
}

func TestAWordGrowsOldWhileTheMachineIsSuspended(t *testing.T) {
	from := newPublisher()
	from.valid = 60_000
	settings, err := Options{SafeLevel: gocql.LocalQuorum}.checked()
	if err != nil {
		t.Fatal(err)
	}
	own, err := words.NewOwnWrites(1)
	if err != nil {
		t.Fatal(err)
	}
	follower := &Follower{settings: settings, table: from, own: own, started: time.Now()}
	follower.known.Store(&known{})
	for range 3 {
		follower.poll(context.Background(), -1)
	}
	if level := follower.Level("shop.carts", words.Known(5)); level != gocql.One {
		t.Fatal(level)
	}
	monotonic, wall := follower.clocks()
	suspended := *follower.known.Load()
	suspended.clock = suspended.clock.Then(monotonic, wall-time.Minute)
	follower.known.Store(&suspended)
	if level := follower.Level("shop.carts", words.Known(5)); level != gocql.Quorum {
		t.Error(level)
	}
}

func TestATableThatCannotBeReadLeavesSafeReadsAndSaysSo(t *testing.T) {
	from := newPublisher()
	follower := followed(t, from)
	isAt(t, follower, gocql.One)
	from.says(func(p *publisher) { p.failure = errors.New("no\nroute") })
	isAt(t, follower, gocql.Quorum)
	said := follower.Explain("shop.carts", Token{})
	if !strings.Contains(said, " quorate.levels could not be read for ") || !strings.HasSuffix(said, " s: no route.") {
		t.Error(said)
	}
	from.says(func(p *publisher) { p.failure = nil })
	isAt(t, follower, gocql.One)
	if said := follower.Explain("shop.carts", Token{}); strings.Contains(said, "could not") {
		t.Error(said)
	}
}

func TestOwnWritesAreReadAtTheSafeLevel(t *testing.T) {
	from := newPublisher()
	from.window = 600_000
	follower := followed(t, from)
	isAt(t, follower, gocql.One)
	follower.Wrote("shop.carts", words.Known(5), nil)
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(2 * time.Millisecond) {
		said := follower.Explain("shop.carts", words.Known(5))
		if strings.Contains(said, "QUORUM, its safe level: this client wrote") {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal(said)
		}
	}
}

func TestAClosedFollowerReadsSafely(t *testing.T) {
	follower := followed(t, newPublisher())
	isAt(t, follower, gocql.One)
	follower.Close()
	follower.Close()
	if level := follower.Level("shop.carts", words.Known(5)); level != gocql.LocalQuorum {
		t.Error(level)
	}
}

func TestTablesHaveSafeLevelsOfTheirOwn(t *testing.T) {
	settings, err := Options{
		SafeLevel:  gocql.LocalQuorum,
		SafeLevels: map[string]gocql.Consistency{"shop.orders": gocql.All},
	}.checked()
	if err != nil {
		t.Fatal(err)
	}
	if settings.safeLevelOf("shop.orders") != words.All || settings.safeLevelOf("shop.carts") != words.LocalQuorum {
		t.Error(settings)
	}
	if settings.strongest != words.All {
		t.Error(settings.strongest)
	}
}

func TestOptionsThatCannotBeAreRefusedInASentence(t *testing.T) {
	of := func(table string, level gocql.Consistency) map[string]gocql.Consistency {
		return map[string]gocql.Consistency{table: level}
	}
	for sentence, options := range map[string]Options{
		"ANY is no consistency level of reads":    {},
		"SERIAL is no consistency level of reads": {SafeLevel: gocql.Quorum, ReadLevel: gocql.Serial},
		"QUORUM may be weaker than the floor":     {SafeLevel: gocql.Quorum, Floor: gocql.Three},
		"ONE may be weaker than the floor TWO": {
			SafeLevel: gocql.Quorum, Floor: gocql.Two, SafeLevels: of("shop.carts", gocql.One),
		},
		`"carts" is no table`:       {SafeLevel: gocql.Quorum, SafeLevels: of("carts", gocql.One)},
		`table of levels is "what"`: {SafeLevel: gocql.Quorum, Table: "what"},
		"above 0":                   {SafeLevel: gocql.Quorum, PollInterval: -1},
		"power of two":              {SafeLevel: gocql.Quorum, RememberedWrites: 1000},
	} {
		if _, err := open(nil, options, func(Options) source { return newPublisher() }); err == nil ||
			!strings.Contains(err.Error(), sentence) {
			t.Errorf("%v, not %s", err, sentence)
		}
	}
}

func TestEveryLevelIsOneOfTheDriver(t *testing.T) {
	for _, level := range []gocql.Consistency{
		gocql.LocalOne, gocql.One, gocql.Two, gocql.Three, gocql.LocalQuorum, gocql.Quorum, gocql.EachQuorum, gocql.All,
	} {
		if name := words.Level(level.String()); !words.IsLevel(name) || consistency(name) != level {
			t.Error(level)
		}
	}
}

func TestAKeyIsKnownWhereAllOfItIsBound(t *testing.T) {
	column := func(name string, kind gocql.Type) gocql.ColumnInfo {
		return gocql.ColumnInfo{Keyspace: "shop", Table: "carts", Name: name, TypeInfo: gocql.NewNativeType(4, kind, "")}
	}
	shop, cart := column("shop", gocql.TypeVarchar), column("cart", gocql.TypeInt)
	for _, each := range []struct {
		columns []gocql.ColumnInfo
		keys    []int
		values  []any
		key     []byte
	}{
		{[]gocql.ColumnInfo{cart}, []int{0}, []any{7}, []byte{0, 0, 0, 7}},
		{
			[]gocql.ColumnInfo{cart, shop}, []int{1, 0}, []any{7, "shop"},
			[]byte("\x00\x04shop\x00\x00\x04\x00\x00\x00\x07\x00"),
		},
		{[]gocql.ColumnInfo{cart}, nil, []any{7}, nil},
		{[]gocql.ColumnInfo{cart}, []int{0}, []any{}, nil},
		{[]gocql.ColumnInfo{cart}, []int{0}, []any{"no number"}, nil},
		{[]gocql.ColumnInfo{cart}, []int{0}, []any{nil}, nil},
	} {
		metadata := &gocql.StatementMetadata{BindColumns: each.columns, PKBindColumnIndexes: each.keys}
		if key := routingKey(metadata, each.values); !bytes.Equal(key, each.key) {
			t.Errorf("%v: %x, not %x", each.values, key, each.key)
		}
	}
}

func TestNothingIsToldFromZero(t *testing.T) {
	number := []byte{0, 0, 0, 7}
	for _, each := range []struct {
		kind gocql.Type
		data []byte
		read func(gocql.TypeInfo, []byte) (any, error)
		is   any
	}{
		{gocql.TypeInt, number, readInto[int64], int64(7)},
		{gocql.TypeBigInt, append(make([]byte, 4), number...), readInto[int64], int64(7)},
		{gocql.TypeVarchar, []byte{}, readInto[string], ""},
		{gocql.TypeInt, nil, readInto[int64], nil},
		{gocql.TypeBigInt, nil, readInto[int64], nil},
		{gocql.TypeVarchar, nil, readInto[string], nil},
		{gocql.TypeUUID, nil, readInto[gocql.UUID], nil},
		{gocql.TypeUUID, make([]byte, 16), readInto[gocql.UUID], gocql.UUID{}},
	} {
		found, err := each.read(gocql.NewNativeType(4, each.kind, ""), each.data)
		if err != nil || found != each.is {
			t.Errorf("%v %x: %v, not %v: %v", each.kind, each.data, found, each.is, err)
		}
	}
}

// As a row is read: into a pointer to a pointer.
func readInto[T any](kind gocql.TypeInfo, data []byte) (any, error) {
	var value *T
	err := gocql.Unmarshal(kind, data, &value)
	if value == nil {
		return nil, err
	}
	return *value, err
}

// Asks no cluster: for what StatementMetadata would answer, and how often it was asked.
func statements(answer func(context.Context) error) (*statementKeys, *atomic.Int32) {
	asked := new(atomic.Int32)
	number := gocql.NewNativeType(4, gocql.TypeInt, "")
	id := gocql.ColumnInfo{Keyspace: "shop", Table: "carts", Name: "id", TypeInfo: number}
	keys := &statementKeys{logger: slog.New(slog.NewTextHandler(io.Discard, nil))}
	keys.metadata = func(ctx context.Context, _, _ string) (gocql.StatementMetadata, error) {
		asked.Add(1)
		return gocql.StatementMetadata{BindColumns: []gocql.ColumnInfo{id}, PKBindColumnIndexes: []int{0}}, answer(ctx)
	}
	return keys, asked
}

func query(text string) *gocql.Query { return new(gocql.Session).Query(text, 7) }

func TestAStatementIsPreparedOnceWhoeverAsksForIt(t *testing.T) {
	keys, asked := statements(func(context.Context) error { return nil })
	var all sync.WaitGroup
	for range 8 {
		all.Add(1)
		go func() {
			defer all.Done()
			table, token, err := keys.of(context.Background(), query("SELECT v FROM carts WHERE id = ?"))
			if table != "shop.carts" || token != TokenOf([]byte{0, 0, 0, 7}) || err != nil {
				t.Error(table, token, err)
			}
		}()
	}
	all.Wait()
	if asked.Load() != 1 {
		t.Error(asked.Load())
	}
	if _, token, _ := keys.of(context.Background(), query("SELECT v FROM carts WHERE id IN (?, 5)")); token.IsKnown {
		t.Error("one of several keys is known")
	}
}

func TestAStatementThatCannotBePreparedKeepsNobodyWaiting(t *testing.T) {
	keys, asked := statements(func(ctx context.Context) error {
		<-ctx.Done()
		return ctx.Err()
	})
	over, cancel := context.WithCancel(context.Background())
	cancel()
	follower := &Follower{keys: keys, settings: settings{strongest: words.All}}
	for range 8 {
		read := follower.AtLevel(over, query("SELECT v FROM carts WHERE id = ?"))
		if level := read.GetConsistency(); level != gocql.All {
			t.Error(level)
		}
	}
	if asked.Load() > 1 {
		t.Error(asked.Load())
	}
}

func TestReadsAtSerialAreLeftAlone(t *testing.T) {
	follower := &Follower{}
	for _, own := range []gocql.Consistency{gocql.Serial, gocql.LocalSerial} {
		read := query("SELECT v FROM carts WHERE id = ?").Consistency(own)
		if level := follower.AtLevel(context.Background(), read).GetConsistency(); level != own {
			t.Error(level)
		}
	}
}

func TestAWriteThatFailedIsNewForAMinute(t *testing.T) {
	own, err := words.NewOwnWrites(1)
	if err != nil {
		t.Fatal(err)
	}
	keys, _ := statements(func(context.Context) error { return nil })
	follower := &Follower{keys: keys, own: own, started: time.Now()}
	func() {
		// The driver may panic of a session that never was.
		defer func() { _ = recover() }()
		if follower.Exec(context.Background(), query("UPDATE carts SET v = 1 WHERE id = ?")) == nil {
			t.Error("it was written without a cluster")
		}
	}()
	token := TokenOf([]byte{0, 0, 0, 7})
	if age, isOwn := own.Age("shop.carts", token, time.Since(follower.started)+59*time.Second); age != 0 || !isOwn {
		t.Error(age, isOwn)
	}
}
