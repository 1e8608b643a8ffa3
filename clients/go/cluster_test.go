package follow

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

// The follower on a real cluster of three nodes, whose publisher is plain INSERTs.
//
// QUORATE_CONTACT_POINTS names the nodes' addresses, joined by commas. With QUORATE_CLUSTER, the
// cluster's name, and QUORATE_LAUNCHER, the command quorate, nodes are killed too.
const (
	// Within which a change is followed.
	bar      = 2 * time.Second
	valid    = 3 * time.Second
	interval = 500 * time.Millisecond
	patience = 2 * time.Minute

	carts = "quorate_go.carts"

	levelsOfTest = `CREATE TABLE IF NOT EXISTS quorate_go.levels (
		part int, about text, publisher uuid, format int, sequence bigint, valid_ms int, level text, safe_level text,
		window_ms int, raised text, raised_level text, data_center text, reason text,
		PRIMARY KEY (part, about, publisher))`
	rowOfTest = `INSERT INTO quorate_go.levels (part, about, publisher, format, sequence, valid_ms, level, safe_level,
		window_ms, raised, raised_level, data_center, reason)
		VALUES (0, 'quorate_go.carts', ?, 1, ?, 3000, ?, 'LOCAL_QUORUM', ?, ?, 'QUORUM', '', 'a test says so')
		USING TTL 60`
	readCart  = "SELECT item FROM quorate_go.carts WHERE id = ?"
	writeCart = "INSERT INTO quorate_go.carts (id, item) VALUES (?, ?)"
)

// Writes a word a second, and at once when it says something else; again at once what fails.
type inserts struct {
	mutex   sync.Mutex
	level   string
	window  int
	raised  string
	changed chan struct{}
	over    context.CancelFunc
	ended   chan struct{}
}

func publish(session *gocql.Session) *inserts {
	ctx, over := context.WithCancel(context.Background())
	p := &inserts{level: "ONE", changed: make(chan struct{}, 1), over: over, ended: make(chan struct{})}
	go p.run(ctx, session)
	return p
}

func (p *inserts) run(ctx context.Context, session *gocql.Session) {
	defer close(p.ended)
	id := gocql.MustRandomUUID()
	for sequence := int64(1); ctx.Err() == nil; sequence++ {
		p.mutex.Lock()
		level, window, raised := p.level, p.window, p.raised
		p.mutex.Unlock()
		pause := time.Second
		if session.Query(rowOfTest, id, sequence, level, window, raised).Consistency(gocql.Quorum).ExecContext(ctx) != nil {
			pause = 100 * time.Millisecond
		}
		select {
		case <-ctx.Done():
		case <-p.changed:
		case <-time.After(pause):
		}
	}
}

func (p *inserts) says(level string, window int, raised string) {
	p.mutex.Lock()
	p.level, p.window, p.raised = level, window, raised
	p.mutex.Unlock()
	select {
	case p.changed <- struct{}{}:
	default:
	}
}

func (p *inserts) fallsSilent() {
	p.over()
	<-p.ended
}

type clusterTest struct {
	*testing.T
	session  *gocql.Session
	inserts  *inserts
	follower *Follower
}

func TestLevelsAreFollowedUntilTheirWordIsOld(t *testing.T) {
	points := os.Getenv("QUORATE_CONTACT_POINTS")
	if points == "" {
		t.Skip("There is no cluster; name one with QUORATE_CONTACT_POINTS.")
	}
	c := begin(t, strings.Split(points, ","))
	c.isAt(gocql.One, Known(5), patience)
	c.changesAreFollowed("on a whole cluster")
	c.rangesAndOwnWritesAreFollowed()
	kills := os.Getenv("QUORATE_CLUSTER") != ""
	if kills {
		c.kill("node3")
		c.isAt(gocql.One, Known(5), patience)
		c.changesAreFollowed("with a killed node")
	}
	c.inserts.fallsSilent()
	c.oldWordsWeakenNothing(time.Now())
	if kills {
		c.inserts = publish(c.session)
		t.Cleanup(c.inserts.fallsSilent)
		c.isAt(gocql.One, Known(5), patience)
		c.kill("node2")
		c.oldWordsWeakenNothing(time.Now())
		if said := c.follower.Explain(carts, Known(5)); !strings.Contains(said, "could not be read for") {
			t.Error(said)
		}
	}
}

func begin(t *testing.T, points []string) *clusterTest {
	cluster := gocql.NewCluster(points...)
	cluster.Timeout = 10 * time.Second
	cluster.ConnectTimeout = 10 * time.Second
	session, err := cluster.CreateSession()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(session.Close)
	for _, statement := range []string{
		"CREATE KEYSPACE IF NOT EXISTS quorate_go" +
			" WITH replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': 3}",
		levelsOfTest,
		"CREATE TABLE IF NOT EXISTS quorate_go.carts (id int PRIMARY KEY, item text)",
		"TRUNCATE quorate_go.levels",
	} {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		if err := session.Query(statement).ExecContext(ctx); err != nil {
			t.Fatal(statement, err)
		}
		if err := session.AwaitSchemaAgreement(ctx); err != nil {
			t.Fatal(statement, err)
		}
		cancel()
	}
	c := &clusterTest{T: t, session: session, inserts: publish(session)}
	t.Cleanup(c.inserts.fallsSilent)
	options := Options{SafeLevel: gocql.LocalQuorum, Table: "quorate_go.levels", PollInterval: interval}
	if c.follower, err = Open(session, options); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.follower.Close)
	return c
}

func (c *clusterTest) changesAreFollowed(when string) {
	longest := time.Duration(0)
	levels := []gocql.Consistency{
		gocql.Two, gocql.One, gocql.Quorum, gocql.One, gocql.All, gocql.LocalOne, gocql.Three, gocql.One,
	}
	for _, level := range levels {
		begun := time.Now()
		c.inserts.says(level.String(), 0, "")
		c.isAt(level, Known(5), bar)
		longest = max(longest, time.Since(begun))
	}
	fmt.Printf("Go, %s: %d changes followed within %.2f s (measured).\n", when, len(levels), longest.Seconds())
}

func (c *clusterTest) rangesAndOwnWritesAreFollowed() {
	for id := range 10 {
		if err := c.follower.Exec(context.Background(), c.session.Query(writeCart, id, "pear")); err != nil {
			c.Fatal(err)
		}
	}
	c.inserts.says("ONE", 0, "-9223372036854775808:0")
	c.isAt(gocql.Quorum, Known(-1), bar)
	for id := range 100 {
		query := c.follower.AtLevel(context.Background(), c.session.Query(readCart, id))
		expected := gocql.One
		if c.tokenOf(id) <= 0 {
			expected = gocql.Quorum
		}
		if level := query.GetConsistency(); level != expected {
			c.Fatalf("%d is read at %s, not %s", id, level, expected)
		}
		if err := query.Exec(); err != nil {
			c.Fatal(err)
		}
	}
	c.inserts.says("ONE", 600_000, "")
	c.isAt(gocql.One, Known(-1), bar)
	if err := c.follower.Exec(context.Background(), c.session.Query(writeCart, 7, "apple")); err != nil {
		c.Fatal(err)
	}
	query := c.follower.AtLevel(context.Background(), c.session.Query(readCart, 7))
	if level := query.GetConsistency(); level != gocql.LocalQuorum {
		c.Fatalf("an own write is read at %s", level)
	}
	var item string
	if err := query.Scan(&item); err != nil || item != "apple" {
		c.Fatal(item, err)
	}
	query = c.follower.AtLevel(context.Background(), c.session.Query(readCart, 80))
	if level := query.GetConsistency(); level != gocql.One {
		c.Fatalf("what was not written is read at %s", level)
	}
}

// Of a key, as the follower has it; also the server's, where it has a row of it.
func (c *clusterTest) tokenOf(id int) int64 {
	table, token, err := c.follower.keys.of(context.Background(), c.session.Query(readCart, id))
	if err != nil || table != carts || !token.IsKnown {
		c.Fatal(table, token, err)
	}
	var said int64
	err = c.session.Query("SELECT token(id) FROM quorate_go.carts WHERE id = ?", id).Scan(&said)
	if err == nil && said != token.Value {
		c.Fatalf("the server has %d for the token of %d, not %d", said, id, token.Value)
	}
	return token.Value
}

// For five seconds after the time by which the last word must be old.
func (c *clusterTest) oldWordsWeakenNothing(last time.Time) {
	deadline := last.Add(valid + interval + time.Second)
	for time.Now().Before(deadline) {
		time.Sleep(10 * time.Millisecond)
	}
	reads, weaker := 0, 0
	for ; time.Now().Before(deadline.Add(5 * time.Second)); reads++ {
		query := c.follower.AtLevel(context.Background(), c.session.Query(readCart, reads))
		if query.GetConsistency() != gocql.LocalQuorum {
			weaker++
		}
		time.Sleep(time.Millisecond)
	}
	fmt.Printf("Go, the word old: %d of %d reads weaker than the safe level (measured).\n", weaker, reads)
	if weaker > 0 {
		c.Fail()
	}
}

func (c *clusterTest) isAt(level gocql.Consistency, token Token, within time.Duration) {
	c.Helper()
	for deadline := time.Now().Add(within); c.follower.Level(carts, token) != level; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			c.Fatalf("not at %s within %s: %s", level, within, c.follower.Explain(carts, token))
		}
	}
}

func (c *clusterTest) kill(node string) {
	c.Cleanup(func() { c.quorate("restart", node) })
	c.quorate("kill", node)
}

func (c *clusterTest) quorate(command, node string) {
	launcher := os.Getenv("QUORATE_LAUNCHER")
	if launcher == "" {
		launcher = "quorate"
	}
	call := exec.Command(launcher, "cluster", command, node, "--name", os.Getenv("QUORATE_CLUSTER"))
	if said, err := call.CombinedOutput(); err != nil {
		c.Fatalf("%s %s: %v: %s", command, node, err, said)
	}
}
