package follow

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

const (
	mostStatements     = 1000
	statementsPatience = 2 * time.Second
)

// Which table and key queries are about, by their statements, of which so many are remembered.
type statementKeys struct {
	mutex sync.RWMutex
	known map[statement]*gocql.StatementMetadata
}

type statement struct{ keyspace, text string }

func (k *statementKeys) of(session *gocql.Session, query *gocql.Query) (string, Token, error) {
	metadata, err := k.metadata(session, query)
	if err != nil {
		return "", Token{}, err
	}
	for _, column := range slices.Concat(metadata.BindColumns, metadata.ResultColumns) {
		if column.Table != "" {
			return column.Keyspace + "." + column.Table, TokenOf(routingKey(metadata, query.Values())), nil
		}
	}
	return "", Token{}, fmt.Errorf(
		"the table of %q is not known, since it binds nothing; use Level and Wrote", query.Statement())
}

func (k *statementKeys) metadata(session *gocql.Session, query *gocql.Query) (*gocql.StatementMetadata, error) {
	asked := statement{query.Keyspace(), query.Statement()}
	k.mutex.RLock()
	metadata := k.known[asked]
	k.mutex.RUnlock()
	if metadata != nil {
		return metadata, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), statementsPatience)
	defer cancel()
	found, err := session.StatementMetadata(ctx, asked.text, asked.keyspace)
	if err != nil {
		return nil, err
	}
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if k.known == nil || len(k.known) >= mostStatements {
		k.known = map[statement]*gocql.StatementMetadata{}
	}
	k.known[asked] = &found
	return &found, nil
}

// The partition key as the driver sends it; nil where the values do not have the whole of one.
func routingKey(metadata *gocql.StatementMetadata, values []any) []byte {
	if len(values) != len(metadata.BindColumns) {
		return nil
	}
	var parts [][]byte
	for _, index := range metadata.PKBindColumnIndexes {
		// As in IN (?, ?): the driver knows one of several keys.
		if isBoundAgain(metadata.BindColumns, index) {
			return nil
		}
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

func isBoundAgain(columns []gocql.ColumnInfo, index int) bool {
	for other, column := range columns {
		if other != index && column.Name == columns[index].Name {
			return true
		}
	}
	return false
}

func keyspaceOf(table string) string {
	keyspace, _, _ := strings.Cut(table, ".")
	return keyspace
}
