package realtime

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tableside/tableside/localbase/caller"
)

// permission is what the policies on realtime.messages allow on a private
// channel, for reading or for writing.
type permission struct {
	broadcast bool
	presence  bool
}

// everything is what a public channel allows.
var everything = permission{broadcast: true, presence: true}

// request is what policies may look at.
type request struct {
	who     caller.Caller
	topic   string // without topicPrefix
	headers string
}

// mayRead asks what id may hear on the channel. A *refusal if nothing.
func (ch *channel) mayRead(id identity) (permission, error) {
	if !ch.room.private {
		return everything, nil
	}
	s := ch.socket
	allowed, err := s.h.readPermission(s.ctx, request{id.Caller, ch.room.name, s.headers})
	if err != nil {
		return permission{}, err
	}
	if !allowed.broadcast && !allowed.presence {
		return permission{}, refuse("Unauthorized", "You do not have permissions to read from this Channel topic: %s", ch.room.name)
	}
	return allowed, nil
}

// mayWrite asks, once per token, what the channel may send. Errors are logged.
func (ch *channel) mayWrite() (permission, error) {
	if !ch.room.private {
		return everything, nil
	}
	if ch.write == nil {
		s := ch.socket
		allowed, err := s.h.writePermission(s.ctx, request{ch.who.Caller, ch.room.name, s.headers})
		if err != nil {
			return permission{}, err
		}
		ch.write = &allowed
	}
	return *ch.write, nil
}

func (ch *channel) mayTrack() (bool, error) {
	allowed, err := ch.mayWrite()
	return allowed.presence, err
}

// readPermission puts a message of each extension in, looks which of them the
// caller sees, and takes them out again.
func (h *Handler) readPermission(ctx context.Context, r request) (permission, error) {
	var allowed permission
	broadcastID, presenceID := uuid.NewString(), uuid.NewString()
	err := h.ask(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `insert into realtime.messages (id, topic, extension, private)
			values ($1::text::uuid, $3, 'broadcast', true), ($2::text::uuid, $3, 'presence', true)`,
			broadcastID, presenceID, r.topic)
		if err != nil {
			return fmt.Errorf("put in messages to ask about: %w", err)
		}
		if err := r.become(ctx, tx); err != nil {
			return err
		}
		return tx.QueryRow(ctx, `select coalesce(bool_or(id::text = $1), false), coalesce(bool_or(id::text = $2), false)
			from realtime.messages where topic = $3 and id in ($1::text::uuid, $2::text::uuid)`,
			broadcastID, presenceID, r.topic).Scan(&allowed.broadcast, &allowed.presence)
	})
	if err != nil && h.policyError(err) == nil {
		return permission{}, err
	}
	return allowed, nil
}

// writePermission tries to put in a message of each extension as the caller.
func (h *Handler) writePermission(ctx context.Context, r request) (permission, error) {
	var allowed permission
	err := h.ask(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := r.become(ctx, tx); err != nil {
			return err
		}
		for _, try := range []struct {
			extension string
			allowed   *bool
		}{{"broadcast", &allowed.broadcast}, {"presence", &allowed.presence}} {
			err := pgx.BeginFunc(ctx, tx, func(tx pgx.Tx) error { // a savepoint
				_, err := tx.Exec(ctx, `insert into realtime.messages (topic, extension, private) values ($1, $2, true)`, r.topic, try.extension)
				return err
			})
			if err != nil && h.policyError(err) == nil {
				return err
			}
			*try.allowed = err == nil
		}
		return nil
	})
	if err != nil && h.policyError(err) == nil {
		return permission{}, err
	}
	return allowed, nil
}

// become makes tx the caller's, and tells policies the channel.
func (r request) become(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, `select set_config('realtime.topic', $1, true), set_config('request.headers', $2, true)`, r.topic, r.headers)
	if err != nil {
		return fmt.Errorf("name the channel: %w", err)
	}
	return r.who.Become(ctx, tx)
}

// errAsked ends a transaction that was only a question.
var errAsked = errors.New("rolled back on purpose")

// ask runs a transaction and rolls it back.
func (h *Handler) ask(ctx context.Context, question func(context.Context, pgx.Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, databaseWait)
	defer cancel()
	err := pgx.BeginFunc(ctx, h.opts.Pool, func(tx pgx.Tx) error {
		if err := question(ctx, tx); err != nil {
			return err
		}
		return errAsked
	})
	if errors.Is(err, errAsked) {
		return nil
	}
	return err
}

// policyError is err if a policy, a grant or the role gave it: the caller may
// not. nil if the database itself failed.
func (h *Handler) policyError(err error) *pgconn.PgError {
	var refused *pgconn.PgError
	if !errors.As(err, &refused) || isDown(refused) {
		return nil
	}
	if refused.Code != "42501" && refused.Code != "22023" { // the caller may not, or has a role that is none
		h.log.Warn("a policy on realtime.messages failed", "error", err)
	}
	return refused
}
