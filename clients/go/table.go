package follow

import (
	"context"
	"fmt"
	"strings"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
	"quorate.org/follow/words"
)

const (
	mostRows      = 1000
	mostBytes     = 1 << 20
	mostKeyspaces = 5000
	page          = 10
)

// The table of levels, as it is read with the driver.
type levelsTable struct {
	session *gocql.Session
	name    string
	query   string
	level   gocql.Consistency
	timeout time.Duration
}

func newLevelsTable(session *gocql.Session, options Options) *levelsTable {
	keyspace, name, _ := strings.Cut(options.Table, ".")
	return &levelsTable{
		session: session,
		name:    options.Table,
		query: fmt.Sprintf("SELECT about, publisher, format, sequence, valid_ms, level, safe_level, window_ms,"+
			" raised, raised_level, data_center, reason FROM %q.%q WHERE part = 0", keyspace, name),
		level:   options.ReadLevel,
		timeout: options.ReadTimeout,
	}
}

// All rows, or an error where there are more than a follower reads.
func (t *levelsTable) rows(parent context.Context) ([]words.Row, error) {
	ctx, cancel := context.WithTimeout(parent, t.timeout)
	defer cancel()
	// No other level than this one, whatever policy the session has; and no page before it is needed.
	iter := t.session.Query(t.query).Consistency(t.level).RetryPolicy(&gocql.SimpleRetryPolicy{}).
		Idempotent(true).PageSize(page).Prefetch(0).IterContext(ctx)
	var rows []words.Row
	size := 0
	for {
		var row words.Row
		var publisher *gocql.UUID
		if !iter.Scan(&row.About, &publisher, &row.Format, &row.Sequence, &row.ValidMs, &row.Level, &row.SafeLevel,
			&row.WindowMs, &row.Raised, &row.RaisedLevel, &row.DataCenter, &row.Reason) {
			return rows, iter.Close()
		}
		if publisher != nil {
			id := publisher.String()
			row.Publisher = &id
		}
		rows = append(rows, row)
		for _, text := range []*string{
			row.About, row.Level, row.SafeLevel, row.Raised, row.RaisedLevel, row.DataCenter, row.Reason,
		} {
			if text != nil {
				size += len(*text)
			}
		}
		if len(rows) > mostRows || size > mostBytes {
			_ = iter.Close()
			return nil, fmt.Errorf("%s has more than %d rows or %d bytes; see who writes to it", t.name, mostRows, mostBytes)
		}
	}
}

// How each keyspace is replicated. The driver's own metadata would fetch all tables with it.
func (t *levelsTable) replications(parent context.Context) (map[string]words.Replication, error) {
	ctx, cancel := context.WithTimeout(parent, t.timeout)
	defer cancel()
	iter := t.session.Query("SELECT keyspace_name, replication FROM system_schema.keyspaces").
		Consistency(gocql.One).Idempotent(true).PageSize(page).IterContext(ctx)
	result := map[string]words.Replication{}
	var keyspace string
	var options map[string]string
	for len(result) < mostKeyspaces && iter.Scan(&keyspace, &options) {
		result[keyspace] = words.ReplicationOf(options)
		options = nil
	}
	return result, iter.Close()
}
