// Package audit stores and lists the audit log of the auth service, in the table of Supabase Auth.
package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Action is what happened, in the words of Supabase Auth.
type Action string

// Actions that the service stores.
const (
	Login                 Action = "login"
	Logout                Action = "logout"
	UserSignedUp          Action = "user_signedup"
	UserInvited           Action = "user_invited"
	UserDeleted           Action = "user_deleted"
	UserModified          Action = "user_modified"
	RecoveryRequested     Action = "user_recovery_requested"
	ConfirmationRequested Action = "user_confirmation_requested"
	Reauthenticate        Action = "user_reauthenticate_requested"
	PasswordUpdated       Action = "user_updated_password"
	TokenRefreshed        Action = "token_refreshed"
	TokenRevoked          Action = "token_revoked"
	FactorInProgress      Action = "factor_in_progress"
	FactorUnenrolled      Action = "factor_unenrolled"
	FactorDeleted         Action = "factor_deleted"
	FactorUpdated         Action = "factor_updated"
	ChallengeCreated      Action = "challenge_created"
	VerificationAttempted Action = "verification_attempted"
	IdentityUnlinked      Action = "identity_unlinked"
	PasskeyCreated        Action = "passkey_created"
	PasskeyUpdated        Action = "passkey_updated"
	PasskeyDeleted        Action = "passkey_deleted"
)

// logTypes maps actions to the groups of Supabase Auth; other actions are of the type user.
var logTypes = map[Action]string{
	Login: "account", Logout: "account",
	UserSignedUp: "team", UserInvited: "team", UserDeleted: "team",
	TokenRefreshed: "token", TokenRevoked: "token",
	FactorInProgress: "factor", FactorUnenrolled: "factor", FactorDeleted: "factor", FactorUpdated: "factor",
	ChallengeCreated: "factor", VerificationAttempted: "factor",
}

// Event is an entry to store.
type Event struct {
	Action    Action
	ActorID   uuid.UUID // the nil UUID for a secret key
	ActorName string    // email address or phone number; service_role for a secret key
	FullName  string    // of the actor; "" if unknown
	Traits    map[string]any
}

// payload returns the JSON of the event.
func (e Event) payload() ([]byte, error) {
	logType, ok := logTypes[e.Action]
	if !ok {
		logType = "user"
	}
	payload := map[string]any{
		"actor_id": e.ActorID, "actor_username": e.ActorName, "actor_via_sso": false, "action": e.Action, "log_type": logType,
	}
	if e.FullName != "" {
		payload["actor_name"] = e.FullName
	}
	if len(e.Traits) > 0 {
		payload["traits"] = e.Traits
	}
	return json.Marshal(payload)
}

// Database is a connection pool or a transaction.
type Database interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// Store inserts events of a request at a time, in their order.
func Store(ctx context.Context, db Database, address netip.Addr, now time.Time, events ...Event) error {
	text := ""
	if address.IsValid() {
		text = address.String()
	}
	for i, event := range events {
		payload, err := event.payload()
		if err != nil {
			return fmt.Errorf("encode audit log entry: %w", err)
		}
		_, err = db.Exec(ctx, `insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address) values ($1, $2, $3, $4, $5)`,
			uuid.Nil, uuid.New(), string(payload), now.Add(time.Duration(i)*time.Microsecond), text)
		if err != nil {
			return fmt.Errorf("store audit log entry: %w", err)
		}
	}
	return nil
}

// Entry is an entry of the log, as GET /admin/audit returns it.
type Entry struct {
	ID        uuid.UUID       `json:"id"`
	Payload   json.RawMessage `json:"payload"`
	CreatedAt time.Time       `json:"created_at"`
	IPAddress string          `json:"ip_address"`
}

// filterKeys maps the scope of a query to keys of the payload.
var filterKeys = map[string][]string{
	"author": {"actor_username", "actor_name"},
	"action": {"action"},
	"type":   {"log_type"},
}

// Filter selects entries whose payload contains a text. The zero Filter selects all.
type Filter struct {
	keys []string
	text string
}

// ParseFilter parses a query such as "author:ada", and reports whether it is valid.
func ParseFilter(query string) (filter Filter, ok bool) {
	if query == "" {
		return Filter{}, true
	}
	scope, text, found := strings.Cut(query, ":")
	keys, known := filterKeys[scope]
	return Filter{keys: keys, text: text}, found && known
}

// List returns a page of the entries, latest first, and the number of all that the filter selects.
func List(ctx context.Context, db Database, filter Filter, limit, offset int64) (entries []Entry, total int64, err error) {
	const condition = `instance_id = $1 and ($2 = '' or exists (
		select from unnest($3::text[]) as key where strpos(lower(payload ->> key), lower($2)) > 0))`
	args := []any{uuid.Nil, filter.text, filter.keys}
	if err := db.QueryRow(ctx, `select count(*) from auth.audit_log_entries where `+condition, args...).Scan(&total); err != nil {
		return nil, 0, fmt.Errorf("count audit log entries: %w", err)
	}
	rows, err := db.Query(ctx, `select id, payload, created_at, ip_address from auth.audit_log_entries
		where `+condition+` order by created_at desc, id limit $4 offset $5`, append(args, limit, offset)...)
	if err != nil {
		return nil, 0, fmt.Errorf("list audit log entries: %w", err)
	}
	entries, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Entry])
	if err != nil {
		return nil, 0, fmt.Errorf("read audit log entries: %w", err)
	}
	if entries == nil {
		entries = []Entry{}
	}
	return entries, total, nil
}
