package follow

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
	"quorate.org/follow/words"
)

const (
	mostStatements     = 1000
	statementsPatience = 2 * time.Second
	// A table may be dropped and made again with another key.
	statementsMemory = time.Minute
	failuresMemory   = time.Second
)

// Which table and key queries are about, by their statements, of which so many are remembered.
type statementKeys struct {
	metadata func(ctx context.Context, statement, keyspace string) (gocql.StatementMetadata, error)
	logger   *slog.Logger
	mutex    sync.Mutex
	known    map[statement]*prepared
	failed   bool
}

type statement struct{ keyspace, text string }

// What is known of a statement, once that is done.
type prepared struct {
	done     chan struct{}
	metadata gocql.StatementMetadata
	err      error
	until    time.Time
}

func (k *statementKeys) of(ctx context.Context, query *gocql.Query) (string, Token, error) {
	of := k.prepared(statement{query.Keyspace(), query.Statement()})
	select {
	case <-of.done:
	case <-ctx.Done():
		return "", Token{}, ctx.Err()
	}
	if of.err != nil {
		return "", Token{}, of.err
	}
	for _, column := range slices.Concat(of.metadata.BindColumns, of.metadata.ResultColumns) {
		if column.Table == "" {
			continue
		}
		table := column.Keyspace + "." + column.Table
		if words.MayHaveSeveralKeys(query.Statement()) {
			return table, Token{}, nil
		}
		return table, TokenOf(routingKey(&of.metadata, query.Values())), nil
	}
	return "", Token{}, fmt.Errorf(
		"the table of %q is not known, since it binds nothing; use Level and Wrote", query.Statement())
}

// Asks the cluster once, whoever waits for it.
func (k *statementKeys) prepared(asked statement) *prepared {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if of := k.known[asked]; of != nil && of.isUsable() {
		return of
	}
	if k.known == nil || len(k.known) >= mostStatements {
		k.known = map[statement]*prepared{}
	}
	of := &prepared{done: make(chan struct{})}
	k.known[asked] = of
	go k.prepare(asked, of)
	return of
}

func (k *statementKeys) prepare(asked statement, of *prepared) {
	ctx, cancel := context.WithTimeout(context.Background(), statementsPatience)
	defer cancel()
	memory := statementsMemory
	of.metadata, of.err = k.metadata(ctx, asked.text, asked.keyspace)
	if of.err != nil {
		memory = failuresMemory
	}
	of.until = time.Now().Add(memory)
	close(of.done)
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if of.err != nil && !k.failed {
		k.logger.Warn("A statement cannot be prepared; its reads are safe.", "statement", asked.text, "error", of.err)
	}
	k.failed = of.err != nil
}

func (p *prepared) isUsable() bool {
	select {
	case <-p.done:
		return time.Now().Before(p.until)
	default:
		return true
	}
}

// The partition key as the driver sends it; nil where the values do not have the whole of one.
func routingKey(metadata *gocql.StatementMetadata, values []any) []byte {
	if len(values) != len(metadata.BindColumns) {
		return nil
	}
	var parts [][]byte
	for _, index := range metadata.PKBindColumnIndexes {
		part, err := gocql.Marshal(metadata.BindColumns[index].TypeInfo, values[index])
		if err != nil || len(part) > 0xffff {
			return nil
		}
		parts = append(parts, part)
	}
	if len(parts) == 1 {
		return parts[0]
	}
	var key bytes.Buffer
	for _, part := range parts {
		_ = binary.Write(&key, binary.BigEndian, uint16(len(part)))
		key.Write(part)
		key.WriteByte(0)
	}
	return key.Bytes()
}

func keyspaceOf(table string) string {
	keyspace, _, _ := strings.Cut(table, ".")
	return keyspace
}
