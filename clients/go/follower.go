package follow

import (
	"context"
	"fmt"
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
	keys     statementKeys
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
	age := words.Seconds(f.now() - known.read)
	why := words.Plain(known.problem.Error())
	return fmt.Sprintf("%s %s could not be read for %s: %s.", sentence, f.settings.options.Table, age, why)
}

// AtLevel sets a query's level by the table and the key that it reads; its statement is prepared for
// that once. A key of which not all is bound, once, counts as not known. Where the table cannot be
// found out it is the strongest of all safe levels.
func (f *Follower) AtLevel(query *gocql.Query) *gocql.Query {
	table, token, err := f.keys.of(f.session, query)
	if err != nil {
		return query.Consistency(consistency(f.settings.strongest))
	}
	return query.Consistency(f.Level(table, token))
}

// Wrote is to be called when a write of this client has ended, also where it failed: it may be there.
func (f *Follower) Wrote(table string, token Token) { f.own.Ended(table, token, f.now()) }

// Exec executes a query that writes, and remembers that it did, however it ends. Where its table
// cannot be found out, nothing is executed.
func (f *Follower) Exec(ctx context.Context, query *gocql.Query) error {
	table, token, err := f.keys.of(f.session, query)
	if err != nil {
		return err
	}
	defer func() { f.Wrote(table, token) }()
	return query.ExecContext(ctx)
}

func (f *Follower) now() time.Duration { return time.Since(f.started) }

func (f *Follower) decide(table string, token Token) words.Decision {
	known := f.known.Load()
	rules := words.Rules{
		SafeLevel:   f.settings.safeLevelOf(table),
		Floor:       f.settings.floor,
		Replication: known.replications[keyspaceOf(table)],
	}
	// Asked for in this order, so that a write that ends meanwhile counts.
	now := f.now()
	age, isOwn := f.own.Age(table, token, now)
	read := words.Read{Token: token, OwnAge: age, IsOwn: isOwn, Instant: now}
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
	sent := f.now()
	if looked < 0 || sent-looked >= replicationInterval {
		// What cannot be known leaves levels that cannot be compared, and so safe ones.
		if replications, err := f.table.replications(ctx); err == nil {
			next.replications = replications
		}
		looked = sent
	}
	sent = f.now()
	rows, err := f.table.rows(ctx)
	next.problem = err
	if err == nil {
		next.words, next.read = next.words.After(rows, sent, f.settings.options.DataCenter), sent
	}
	f.known.Store(&next)
	return looked
}

func consistency(level words.Level) gocql.Consistency {
	result := gocql.All
	// Every level of package words is one of the driver's.
	_ = result.UnmarshalText([]byte(level))
	return result
}
