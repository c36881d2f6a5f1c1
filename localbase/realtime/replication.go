package realtime

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
)

// lsn is a log sequence number, a position in Postgres' write-ahead log.
type lsn int64

// Publications to read.
const (
	changesPublication  = "supabase_realtime"
	messagesPublication = "supabase_realtime_messages_publication"
)

const (
	statusInterval = 5 * time.Second // interval of status messages to Postgres, which closes a silent connection after 60 s
	minBackoff     = 200 * time.Millisecond
	maxBackoff     = 5 * time.Second
)

// errPublicationCreated restarts the stream because the publication of changes now exists.
var errPublicationCreated = errors.New("the publication was created")

// Run reads the database's changes and broadcasts until ctx ends. After a lost connection it
// reconnects and notifies subscribers; changes that were committed in between are not sent.
//
// The replication slot is temporary, so Postgres retains no log while Run is not connected. While
// Run is connected, Postgres retains at most max_slot_wal_keep_size (1 GB, see package postgres).
// If Run reads too slowly, Postgres invalidates the slot, and Run creates a new slot.
func (h *Handler) Run(ctx context.Context) {
	pruned := make(chan struct{})
	go func() {
		defer close(pruned)
		h.prune(ctx)
	}()
	defer func() { <-pruned }()
	if h.opts.ReplicationDSN == "" {
		return
	}
	pause := minBackoff
	for ctx.Err() == nil {
		startedAt := time.Now()
		err := h.replicate(ctx)
		h.stream.setDown(h)
		if ctx.Err() != nil {
			return
		}
		if time.Since(startedAt) > maxBackoff {
			pause = minBackoff
		}
		if !errors.Is(err, errPublicationCreated) {
			h.log.Warn("realtime: replication connection lost, reconnecting", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
		pause = min(2*pause, maxBackoff)
	}
}

// replicator is the stream of a connection.
type replicator struct {
	h                     *Handler
	conn                  *pgconn.PgConn
	hasChangesPublication bool // the publication of changes exists
	relations             map[uint32]relationMessage

	transaction  *beginMessage // the transaction being read; nil: none
	handledLSN   lsn           // the log up to this LSN is processed
	statusSentAt time.Time     // time of the last status message
}

// replicate reads the stream until an error occurs.
func (h *Handler) replicate(ctx context.Context) error {
	r := &replicator{h: h, relations: make(map[uint32]relationMessage)}
	if err := r.connect(ctx); err != nil {
		return err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = r.conn.Close(ctx) // the slot ends with the connection
	}()
	h.changes.clearTables()
	h.opts.Pool.Reset() // a restart of the database broke the pool's connections
	h.stream.setUp(h)
	for {
		if err := r.handleNext(ctx); err != nil {
			return err
		}
	}
}

// connect connects, creates a replication slot and starts the stream.
func (r *replicator) connect(ctx context.Context) error {
	config, err := pgconn.ParseConfig(r.h.opts.ReplicationDSN)
	if err != nil {
		return fmt.Errorf("parse the replication DSN: %w", err)
	}
	config.ConnectTimeout = databaseTimeout
	for name, value := range map[string]string{
		"replication": "database", "application_name": "localbase realtime",
		// The format of values must not depend on the database's settings.
		"datestyle": "ISO", "intervalstyle": "postgres", "bytea_output": "hex", "extra_float_digits": "1", "timezone": "UTC",
	} {
		config.RuntimeParams[name] = value
	}
	if r.conn, err = pgconn.ConnectConfig(ctx, config); err != nil {
		return fmt.Errorf("connect for replication: %w", err)
	}
	if err := r.startStream(ctx); err != nil {
		return errors.Join(err, r.conn.Close(ctx))
	}
	return nil
}

// startStream creates a temporary replication slot and starts the stream of the publications that
// exist. It returns when the stream has started. It returns an error if neither publication exists.
func (r *replicator) startStream(ctx context.Context) error {
	results, err := r.conn.Exec(ctx, fmt.Sprintf(`select pubname from pg_publication where pubname in ('%s', '%s')`,
		changesPublication, messagesPublication)).ReadAll()
	if err != nil {
		return fmt.Errorf("find publications: %w", err)
	}
	var names []string
	for _, row := range results[0].Rows {
		name := string(row[0])
		names = append(names, `"`+name+`"`)
		r.hasChangesPublication = r.hasChangesPublication || name == changesPublication
	}
	if len(names) == 0 {
		return errors.New("find publications: none exists")
	}
	slot := "localbase_realtime_" + randomHex()
	_, err = r.conn.Exec(ctx, fmt.Sprintf(`CREATE_REPLICATION_SLOT %s TEMPORARY LOGICAL pgoutput (SNAPSHOT 'nothing')`, slot)).ReadAll()
	if err != nil {
		return fmt.Errorf("create replication slot: %w", err)
	}
	r.conn.Frontend().SendQuery(&pgproto3.Query{String: fmt.Sprintf(
		`START_REPLICATION SLOT %s LOGICAL 0/0 (proto_version '1', publication_names '%s')`, slot, strings.Join(names, ","))})
	if err := r.conn.Frontend().Flush(); err != nil {
		return fmt.Errorf("start replication: %w", err)
	}
	for {
		message, err := r.conn.ReceiveMessage(ctx)
		if err != nil {
			return fmt.Errorf("start replication: %w", err)
		}
		switch m := message.(type) {
		case *pgproto3.CopyBothResponse:
			return nil
		case *pgproto3.ErrorResponse:
			return fmt.Errorf("start replication: %w", pgconn.ErrorResponseToPgError(m))
		}
	}
}

// randomHex returns 16 random hexadecimal digits.
func randomHex() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// handleNext reads and processes a message, or returns after statusInterval without a message.
func (r *replicator) handleNext(ctx context.Context) error {
	if time.Since(r.statusSentAt) >= statusInterval {
		if err := r.sendStatus(); err != nil {
			return err
		}
		if err := r.checkPublication(ctx); err != nil {
			return err
		}
	}
	readCtx, cancel := context.WithDeadline(ctx, r.statusSentAt.Add(statusInterval))
	message, err := r.conn.ReceiveMessage(readCtx)
	cancel()
	if err != nil {
		if pgconn.Timeout(err) && ctx.Err() == nil {
			return nil
		}
		return fmt.Errorf("read changes: %w", err)
	}
	switch m := message.(type) {
	case *pgproto3.CopyData:
		return r.handleCopyData(ctx, m.Data)
	case *pgproto3.ErrorResponse:
		return fmt.Errorf("read changes: %w", pgconn.ErrorResponseToPgError(m))
	case *pgproto3.CopyDone:
		return errors.New("read changes: the server ended the stream")
	}
	return nil
}

// handleCopyData processes a message of the streaming replication protocol.
func (r *replicator) handleCopyData(ctx context.Context, data []byte) error {
	fields := &reader{rest: data}
	switch fields.readByte() {
	case 'k': // keepalive
		end := lsn(fields.readUint64())
		fields.readBytes(8) // time
		if r.transaction == nil {
			r.handledLSN = max(r.handledLSN, end) // the log up to end contains no changes of the publications
		}
		if fields.readByte() != 0 {
			return r.sendStatus()
		}
	case 'w': // WAL data
		fields.readBytes(8 + 8 + 8) // LSNs, time
		if fields.err == nil {
			return r.handleLogMessage(ctx, fields.rest)
		}
	}
	return fields.err
}

// handleLogMessage processes a message of pgoutput.
func (r *replicator) handleLogMessage(ctx context.Context, data []byte) error {
	message, err := parseMessage(data)
	if err != nil {
		return err
	}
	switch m := message.(type) {
	case beginMessage:
		r.transaction = &m
	case commitMessage:
		r.transaction, r.handledLSN = nil, m.endLSN
	case relationMessage:
		r.relations[m.id] = m
		r.h.changes.clearTable(m.id) // grants, policies or columns can have changed
	case rowMessage:
		relation, known := r.relations[m.relation]
		if !known || r.transaction == nil {
			return fmt.Errorf("received a change of relation %d before its description", m.relation)
		}
		return r.handleRow(ctx, relation, m)
	}
	return nil
}

// handleRow sends an inserted row of realtime.messages to its room, and delivers every row to the
// subscriptions of its table.
func (r *replicator) handleRow(ctx context.Context, relation relationMessage, row rowMessage) error {
	if relation.schema == "realtime" && relation.name == "messages" && row.action == "INSERT" {
		if m, ok := readMessage(relation, row); ok {
			r.h.hub.broadcast(roomKey{m.topic, m.isPrivate}, nil, m.newBroadcast(false))
		}
	}
	return r.h.changes.deliver(ctx, newChange(relation, row, *r.transaction))
}

// sendStatus reports to Postgres which part of the log is processed.
func (r *replicator) sendStatus() error {
	r.statusSentAt = time.Now()
	data := make([]byte, 0, 34)
	data = append(data, 'r')
	for range 3 { // written, flushed, applied
		data = binary.BigEndian.AppendUint64(data, uint64(r.handledLSN))
	}
	data = binary.BigEndian.AppendUint64(data, uint64(r.statusSentAt.Sub(postgresEpoch).Microseconds()))
	data = append(data, 0) // no reply requested
	r.conn.Frontend().Send(&pgproto3.CopyData{Data: data})
	if err := r.conn.Frontend().Flush(); err != nil {
		return fmt.Errorf("send status: %w", err)
	}
	return nil
}

// checkPublication returns errPublicationCreated if the publication was missing and now exists:
// users can drop and recreate it.
func (r *replicator) checkPublication(ctx context.Context) error {
	if r.hasChangesPublication {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, databaseTimeout)
	defer cancel()
	var exists bool
	err := r.h.opts.Pool.QueryRow(ctx, `select exists (select from pg_publication where pubname = $1)`, changesPublication).Scan(&exists)
	if err != nil {
		return fmt.Errorf("find the publication: %w", err)
	}
	if exists {
		return errPublicationCreated
	}
	return nil
}
