package follow

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
	"quorate.org/follow/words"
)

// Token is the token of a partition key; its zero value is that of a key that is not known.
type Token = words.Token

// TokenOf returns the token of a partition key as it is sent (the driver's routing key).
func TokenOf(key []byte) Token { return words.TokenOf(key) }

// Known returns a token that is known.
func Known(token int64) Token { return words.Known(token) }

// Between two looks at how keyspaces are replicated.
const replicationInterval = 10 * time.Second

// Follower reads at published levels. For any number of goroutines; one more runs in the background,
// until Close.
type Follower struct {
	settings settings
	session  *gocql.Session
	table    source
	own      *words.OwnWrites
	started  time.Time
	known    atomic.Pointer[known]
	keys     *statementKeys
	close    context.CancelFunc
	ended    chan struct{}
	once     sync.Once
}

// Where words come from: the table of levels.
type source interface {
	rows(context.Context) ([]words.Row, error)
	replications(context.Context) (map[string]words.Replication, error)
}

// What is known at an instant: one value, so that a read sees words and replication that belong together.
type known struct {
	words        words.Words
	clock        words.Clock
	replications map[string]words.Replication
	// When the last read that succeeded was sent.
	read    time.Duration
	problem error
}

// Open begins to follow. The session's role needs SELECT on the table of levels. It asks nothing of
// the cluster before it returns; an error is one of the options, in a sentence.
func Open(session *gocql.Session, options Options) (*Follower, error) {
	return open(session, options, func(o Options) source { return newLevelsTable(session, o) })
}

func open(session *gocql.Session, options Options, from func(Options) source) (*Follower, error) {
	settings, err := options.checked()
	if err != nil {
		return nil, err
	}
	own, err := words.NewOwnWrites(settings.options.RememberedWrites)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	f := &Follower{
		settings: settings,
		session:  session,
		table:    from(settings.options),
		own:      own,
		started:  time.Now(),
		close:    cancel,
		ended:    make(chan struct{}),
	}
	f.keys = &statementKeys{metadata: session.StatementMetadata, logger: settings.options.Logger}
	f.known.Store(&known{})
	go f.run(ctx)
	return f, nil
}

// Close ends what runs in the background; reads are safe from now on. May be called more than once.
func (f *Follower) Close() {
	f.once.Do(func() {
		f.close()
		<-f.ended
		f.known.Store(&known{})
	})
}

// Level returns the level at which a key of keyspace.table is to be read now.
func (f *Follower) Level(table string, token Token) gocql.Consistency {
	return consistency(f.decide(table, token).Level)
}

// Explain returns the same with its reason, as a sentence.
func (f *Follower) Explain(table string, token Token) string {
	sentence := f.decide(table, token).Sentence(table)
	known := f.known.Load()
	if known.problem == nil {
		return sentence
	}
	age := words.Seconds(time.Since(f.started) - known.read)
	why := words.Plain(known.problem.Error())
	return fmt.Sprintf("%s %s could not be read for %s: %s.", sentence, f.settings.options.Table, age, why)
}

// AtLevel sets the level of a query that reads within one partition, in place of any that it has but
// SERIAL and LOCAL_SERIAL. Its statement is prepared for that, within the context, to find out table and
// key. A key of which not all is bound counts as not known, and so do the keys of a statement with IN.
// Where the table cannot be found out it is the strongest of all safe levels.
func (f *Follower) AtLevel(ctx context.Context, query *gocql.Query) *gocql.Query {
	if own := query.GetConsistency(); own == gocql.Serial || own == gocql.LocalSerial {
		return query
	}
	table, token, err := f.keys.of(ctx, query)
	if err != nil {
		return query.Consistency(consistency(f.settings.strongest))
	}
	return query.Consistency(f.Level(table, token))
}

// Wrote is to be called when a write of this client has ended, with its error, if any: then it may come
// into effect within a minute.
func (f *Follower) Wrote(table string, token Token, err error) {
	f.own.Ended(table, token, time.Since(f.started), err != nil)
}

// Exec executes a query that writes, and remembers that it did, however it ends. Where its table
// cannot be found out, nothing is executed.
func (f *Follower) Exec(ctx context.Context, query *gocql.Query) error {
	table, token, err := f.keys.of(ctx, query)
	if err != nil {
		return err
	}
	failure := context.Canceled
	// Also where it panics.
	defer func() { f.Wrote(table, token, failure) }()
	failure = query.ExecContext(ctx)
	return failure
}

// By the monotonic clock and by the wall clock.
func (f *Follower) clocks() (time.Duration, time.Duration) {
	now := time.Now()
	return now.Sub(f.started), now.Round(0).Sub(f.started.Round(0))
}

func (f *Follower) decide(table string, token Token) words.Decision {
	known := f.known.Load()
	rules := words.Rules{
		SafeLevel:   f.settings.safeLevelOf(table),
		Floor:       f.settings.floor,
		Replication: known.replications[keyspaceOf(table)],
	}
	// Asked for in this order, so that a write that ends meanwhile counts.
	monotonic, wall := f.clocks()
	age, isOwn := f.own.Age(table, token, monotonic)
	read := words.Read{Token: token, OwnAge: age, IsOwn: isOwn, Instant: known.clock.Now(monotonic, wall)}
	return words.Decide(known.words[table], rules, read)
}

func (f *Follower) run(ctx context.Context) {
	defer close(f.ended)
	ticks := time.NewTicker(f.settings.options.PollInterval)
	defer ticks.Stop()
	looked := time.Duration(-1)
	for ctx.Err() == nil {
		looked = f.poll(ctx, looked)
		select {
		case <-ctx.Done():
		case <-ticks.C:
		}
	}
}

// Returns when it last looked at how keyspaces are replicated.
func (f *Follower) poll(ctx context.Context, looked time.Duration) time.Duration {
	next := *f.known.Load()
	sent := time.Since(f.started)
	if looked < 0 || sent-looked >= replicationInterval {
		// What cannot be known leaves levels that cannot be compared, and so safe ones.
		if replications, err := f.table.replications(ctx); err == nil {
			next.replications = replications
		}
		looked = sent
	}
	monotonic, wall := f.clocks()
	rows, err := f.table.rows(ctx)
	f.tell(next.problem, err)
	next.problem = err
	if err == nil {
		next.clock, next.read = next.clock.Then(monotonic, wall), monotonic
		next.words = next.words.After(rows, next.clock.Now(monotonic, wall), f.settings.options.DataCenter)
	}
	f.known.Store(&next)
	return looked
}

func (f *Follower) tell(before, problem error) {
	table := slog.String("table", f.settings.options.Table)
	switch {
	case problem != nil && before == nil && !errors.Is(problem, context.Canceled):
		f.settings.options.Logger.Warn("Levels cannot be read; reads are safe.", table, slog.Any("error", problem))
	case problem == nil && before != nil:
		f.settings.options.Logger.Info("Levels can be read again.", table)
	}
}

func consistency(level words.Level) gocql.Consistency {
	result := gocql.All
	// Every level of package words is one of the driver's.
	_ = result.UnmarshalText([]byte(level))
	return result
}
