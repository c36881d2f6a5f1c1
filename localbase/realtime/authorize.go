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

// permission states which extensions the policies on realtime.messages allow on a private channel,
// either for reading or for writing.
type permission struct {
	broadcast bool
	presence  bool
}

// allPermissions applies to public channels.
var allPermissions = permission{broadcast: true, presence: true}

// policyRequest contains the values that policies can read.
type policyRequest struct {
	caller  caller.Caller
	topic   string // without topicPrefix
	headers string
}

// checkRead returns what id can read on the channel. It returns a *rejection if that is nothing.
func (ch *channel) checkRead(id identity) (permission, error) {
	if !ch.room.isPrivate {
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

// checkWrite returns the kinds of messages that the channel can send. It asks the database once per token.
func (ch *channel) checkWrite() (permission, error) {
	if !ch.room.isPrivate {
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

// checkTrack reports whether the channel can send its presence.
func (ch *channel) checkTrack() (bool, error) {
	allowed, err := ch.checkWrite()
	return allowed.presence, err
}

// readPermission inserts a message of each extension, selects them as the caller, and rolls back.
func (h *Handler) readPermission(ctx context.Context, r policyRequest) (permission, error) {
	var allowed permission
	broadcastID, presenceID := uuid.NewString(), uuid.NewString()
	err := h.runRolledBack(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `insert into realtime.messages (id, topic, extension, private)
			values ($1::text::uuid, $3, 'broadcast', true), ($2::text::uuid, $3, 'presence', true)`,
			broadcastID, presenceID, r.topic)
		if err != nil {
			return fmt.Errorf("insert messages for the read check: %w", err)
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

// writePermission inserts a message of each extension as the caller, and rolls back.
func (h *Handler) writePermission(ctx context.Context, r policyRequest) (permission, error) {
	var allowed permission
	err := h.runRolledBack(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := r.applyRole(ctx, tx); err != nil {
			return err
		}
		for _, check := range []struct {
			extension string
			allowed   *bool
		}{{"broadcast", &allowed.broadcast}, {"presence", &allowed.presence}} {
			err := pgx.BeginFunc(ctx, tx, func(tx pgx.Tx) error { // savepoint
				_, err := tx.Exec(ctx, `insert into realtime.messages (topic, extension, private) values ($1, $2, true)`, r.topic, check.extension)
				return err
			})
			if err != nil && h.asPolicyError(err) == nil {
				return err
			}
			*check.allowed = err == nil
		}
		return nil
	})
	if err != nil && h.asPolicyError(err) == nil {
		return permission{}, err
	}
	return allowed, nil
}

// applyRole sets the caller's role and claims, and the channel's topic, for the transaction.
func (r policyRequest) applyRole(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, `select set_config('realtime.topic', $1, true), set_config('request.headers', $2, true)`, r.topic, r.headers)
	if err != nil {
		return fmt.Errorf("set the topic: %w", err)
	}
	return r.caller.ApplyRole(ctx, tx)
}

// errRollback rolls a transaction back that runRolledBack executed successfully.
var errRollback = errors.New("roll back")

// runRolledBack runs query in a transaction and rolls it back.
func (h *Handler) runRolledBack(ctx context.Context, query func(context.Context, pgx.Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, databaseTimeout)
	defer cancel()
	err := pgx.BeginFunc(ctx, h.opts.Pool, func(tx pgx.Tx) error {
		if err := query(ctx, tx); err != nil {
			return err
		}
		return errRollback
	})
	if errors.Is(err, errRollback) {
		return nil
	}
	return err
}

// asPolicyError returns err as a Postgres error if a policy, a grant or the role caused it: the
// caller lacks the permission. It returns nil if the database failed.
func (h *Handler) asPolicyError(err error) *pgconn.PgError {
	var pgErr *pgconn.PgError
	if !errors.As(err, &pgErr) || isServerError(pgErr) {
		return nil
	}
	if pgErr.Code != "42501" && pgErr.Code != "22023" { // insufficient privilege, or an unknown role
		h.log.Warn("a policy on realtime.messages failed", "error", err)
	}
	return pgErr
}
