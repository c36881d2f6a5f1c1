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

// logPosition is a position in Postgres's log.
type logPosition int64

// The publications whose changes are read.
const (
	changesPublication  = "supabase_realtime"
	messagesPublication = "supabase_realtime_messages_publication"
)

const (
	statusInterval = 5 * time.Second // between our words to Postgres, which gives us up after 60 s
	minBackoff     = 200 * time.Millisecond
	maxBackoff     = 5 * time.Second
)

// errPublicationCreated says that the publication of changes, which wasn't there when
// the stream began, is there now.
var errPublicationCreated = errors.New("the publication was made")

// Run reads the database's changes and broadcasts until ctx ends. When the
// connection breaks it connects again; what was committed meanwhile isn't sent,
// and subscribers are told.
//
// The replication slot is temporary: without us Postgres keeps no log for us.
// With us it keeps at most max_slot_wal_keep_size (1 GB, see package postgres):
// if we don't keep up, Postgres gives the slot up, and we begin with a new one.
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
		begun := time.Now()
		err := h.replicate(ctx)
		h.stream.setDown(h)
		if ctx.Err() != nil {
			return
		}
		if time.Since(begun) > maxBackoff {
			pause = minBackoff
		}
		if !errors.Is(err, errPublicationCreated) {
			h.log.Warn("the stream of changes broke and is begun again", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
		pause = min(2*pause, maxBackoff)
	}
}

// replicator is one connection's stream.
type replicator struct {
	h                     *Handler
	conn                  *pgconn.PgConn
	hasChangesPublication bool // the publication of changes is there
	relations             map[uint32]relationMessage

	transaction     *beginMessage // that is being read; nil: none
	handledPosition logPosition   // all before is handled
	statusSentAt    time.Time     // when Postgres was told done
}

// replicate streams until something breaks.
func (h *Handler) replicate(ctx context.Context) error {
	r := &replicator{h: h, relations: make(map[uint32]relationMessage)}
	if err := r.connect(ctx); err != nil {
		return err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = r.conn.Close(ctx) // with the connection goes the slot
	}()
	h.changes.clearTables()
	h.opts.Pool.Reset() // of connections that a restart of the database has cut
	h.stream.setUp(h)
	for {
		if err := r.handleNext(ctx); err != nil {
			return err
		}
	}
}

// connect connects, makes a slot and starts the stream.
func (r *replicator) connect(ctx context.Context) error {
	config, err := pgconn.ParseConfig(r.h.opts.ReplicationDSN)
	if err != nil {
		return fmt.Errorf("read the replication address: %w", err)
	}
	config.ConnectTimeout = databaseTimeout
	for name, value := range map[string]string{
		"replication": "database", "application_name": "localbase realtime",
		// How values are written, whatever the database's own settings.
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
		return errors.New("find publications: there are none")
	}
	slot := "localbase_realtime_" + randomHex()
	_, err = r.conn.Exec(ctx, fmt.Sprintf(`CREATE_REPLICATION_SLOT %s TEMPORARY LOGICAL pgoutput (SNAPSHOT 'nothing')`, slot)).ReadAll()
	if err != nil {
		return fmt.Errorf("make replication slot: %w", err)
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

func randomHex() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails, it says
	return hex.EncodeToString(b[:])
}

// handleNext reads and handles one message, or the silence of statusInterval.
func (r *replicator) handleNext(ctx context.Context) error {
	if time.Since(r.statusSentAt) >= statusInterval {
		if err := r.sendStatus(); err != nil {
			return err
		}
		if err := r.checkPublication(ctx); err != nil {
			return err
		}
	}
	reading, cancel := context.WithDeadline(ctx, r.statusSentAt.Add(statusInterval))
	message, err := r.conn.ReceiveMessage(reading)
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

// handleCopyData handles a message of the streaming protocol.
func (r *replicator) handleCopyData(ctx context.Context, data []byte) error {
	fields := &reader{rest: data}
	switch fields.readByte() {
	case 'k': // keepalive
		end := logPosition(fields.readUint64())
		fields.readBytes(8) // its time
		if r.transaction == nil {
			r.handledPosition = max(r.handledPosition, end) // nothing of ours was in what has been written
		}
		if fields.readByte() != 0 {
			return r.sendStatus()
		}
	case 'w': // a piece of the log
		fields.readBytes(8 + 8 + 8) // positions, time
		if fields.err == nil {
			return r.handleLogMessage(ctx, fields.rest)
		}
	}
	return fields.err
}

// handleLogMessage handles a message of pgoutput.
func (r *replicator) handleLogMessage(ctx context.Context, data []byte) error {
	message, err := parseMessage(data)
	if err != nil {
		return err
	}
	switch m := message.(type) {
	case beginMessage:
		r.transaction = &m
	case commitMessage:
		r.transaction, r.handledPosition = nil, m.end
	case relationMessage:
		r.relations[m.id] = m
		r.h.changes.clearTable(m.id) // grants, policies or columns may have changed
	case rowMessage:
		relation, known := r.relations[m.relation]
		if !known || r.transaction == nil {
			return fmt.Errorf("a change of relation %d came before its description", m.relation)
		}
		return r.handleRow(ctx, relation, m)
	}
	return nil
}

func (r *replicator) handleRow(ctx context.Context, relation relationMessage, row rowMessage) error {
	if relation.schema == "realtime" && relation.name == "messages" && row.action == "INSERT" {
		if m, ok := readMessage(relation, row); ok {
			r.h.hub.broadcast(roomKey{m.topic, m.private}, nil, m.newBroadcast(false))
		}
	}
	return r.h.changes.deliver(ctx, newChange(relation, row, *r.transaction))
}

// sendStatus tells Postgres what it needn't keep for us.
func (r *replicator) sendStatus() error {
	r.statusSentAt = time.Now()
	data := make([]byte, 0, 34)
	data = append(data, 'r')
	for range 3 { // written, flushed, applied
		data = binary.BigEndian.AppendUint64(data, uint64(r.handledPosition))
	}
	data = binary.BigEndian.AppendUint64(data, uint64(r.statusSentAt.Sub(postgresEpoch).Microseconds()))
	data = append(data, 0) // no answer needed
	r.conn.Frontend().Send(&pgproto3.CopyData{Data: data})
	if err := r.conn.Frontend().Flush(); err != nil {
		return fmt.Errorf("say what was read: %w", err)
	}
	return nil
}

// checkPublication answers errPublished when a publication that was missing
// has been made: people drop it and make it anew.
func (r *replicator) checkPublication(ctx context.Context) error {
	if r.hasChangesPublication {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, databaseTimeout)
	defer cancel()
	var there bool
	err := r.h.opts.Pool.QueryRow(ctx, `select exists (select from pg_publication where pubname = $1)`, changesPublication).Scan(&there)
	if err != nil {
		return fmt.Errorf("look for the publication: %w", err)
	}
	if there {
		return errPublicationCreated
	}
	return nil
}
