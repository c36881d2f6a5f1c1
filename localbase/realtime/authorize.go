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

// allPermissions is what a public channel allows.
var allPermissions = permission{broadcast: true, presence: true}

// policyRequest is what policies may look at.
type policyRequest struct {
	caller  caller.Caller
	topic   string // without topicPrefix
	headers string
}

// checkRead asks what id may hear on the channel. A *refusal if nothing.
func (ch *channel) checkRead(id identity) (permission, error) {
	if !ch.room.private {
		return allPermissions, nil
	}
	s := ch.socket
	allowed, err := s.h.readPermission(s.ctx, policyRequest{id.Caller, ch.room.name, s.headers})
	if err != nil {
		return permission{}, err
	}
	if !allowed.broadcast && !allowed.presence {
		return permission{}, newRejection("Unauthorized", "You do not have permissions to read from this Channel topic: %s", ch.room.name)
	}
	return allowed, nil
}

// checkWrite asks, once per token, what the channel may send. Errors are logged.
func (ch *channel) checkWrite() (permission, error) {
	if !ch.room.private {
		return allPermissions, nil
	}
	if ch.writePermission == nil {
		s := ch.socket
		allowed, err := s.h.writePermission(s.ctx, policyRequest{ch.identity.Caller, ch.room.name, s.headers})
		if err != nil {
			return permission{}, err
		}
		ch.writePermission = &allowed
	}
	return *ch.writePermission, nil
}

func (ch *channel) checkTrack() (bool, error) {
	allowed, err := ch.checkWrite()
	return allowed.presence, err
}

// readPermission puts a message of each extension in, looks which of them the
// caller sees, and takes them out again.
func (h *Handler) readPermission(ctx context.Context, r policyRequest) (permission, error) {
	var allowed permission
	broadcastID, presenceID := uuid.NewString(), uuid.NewString()
	err := h.runRolledBack(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `insert into realtime.messages (id, topic, extension, private)
			values ($1::text::uuid, $3, 'broadcast', true), ($2::text::uuid, $3, 'presence', true)`,
			broadcastID, presenceID, r.topic)
		if err != nil {
			return fmt.Errorf("put in messages to ask about: %w", err)
		}
		if err := r.applyRole(ctx, tx); err != nil {
			return err
		}
		return tx.QueryRow(ctx, `select coalesce(bool_or(id::text = $1), false), coalesce(bool_or(id::text = $2), false)
			from realtime.messages where topic = $3 and id in ($1::text::uuid, $2::text::uuid)`,
			broadcastID, presenceID, r.topic).Scan(&allowed.broadcast, &allowed.presence)
	})
	if err != nil && h.asPolicyError(err) == nil {
		return permission{}, err
	}
	return allowed, nil
}

// writePermission tries to put in a message of each extension as the caller.
func (h *Handler) writePermission(ctx context.Context, r policyRequest) (permission, error) {
	var allowed permission
	err := h.runRolledBack(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := r.applyRole(ctx, tx); err != nil {
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
			if err != nil && h.asPolicyError(err) == nil {
				return err
			}
			*try.allowed = err == nil
		}
		return nil
	})
	if err != nil && h.asPolicyError(err) == nil {
		return permission{}, err
	}
	return allowed, nil
}

// applyRole makes tx the caller's, and tells policies the channel.
func (r policyRequest) applyRole(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, `select set_config('realtime.topic', $1, true), set_config('request.headers', $2, true)`, r.topic, r.headers)
	if err != nil {
		return fmt.Errorf("name the channel: %w", err)
	}
	return r.caller.ApplyRole(ctx, tx)
}

// errRollback ends a transaction that was only a question.
var errRollback = errors.New("rolled back on purpose")

// runRolledBack runs a transaction and rolls it back.
func (h *Handler) runRolledBack(ctx context.Context, question func(context.Context, pgx.Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, databaseTimeout)
	defer cancel()
	err := pgx.BeginFunc(ctx, h.opts.Pool, func(tx pgx.Tx) error {
		if err := question(ctx, tx); err != nil {
			return err
		}
		return errRollback
	})
	if errors.Is(err, errRollback) {
		return nil
	}
	return err
}

// asPolicyError is err if a policy, a grant or the role gave it: the caller may
// not. nil if the database itself failed.
func (h *Handler) asPolicyError(err error) *pgconn.PgError {
	var refused *pgconn.PgError
	if !errors.As(err, &refused) || isServerError(refused) {
		return nil
	}
	if refused.Code != "42501" && refused.Code != "22023" { // the caller may not, or has a role that is none
		h.log.Warn("a policy on realtime.messages failed", "error", err)
	}
	return refused
}
