package auth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// audience is the only audience of accounts.
const audience = "authenticated"

// User is an account in the format of the API.
type User struct {
	ID                     uuid.UUID      `json:"id"`
	Aud                    string         `json:"aud"`
	Role                   string         `json:"role"`
	Email                  string         `json:"email"`
	EmailConfirmedAt       *time.Time     `json:"email_confirmed_at,omitempty"`
	InvitedAt              *time.Time     `json:"invited_at,omitempty"`
	Phone                  string         `json:"phone"`
	PhoneConfirmedAt       *time.Time     `json:"phone_confirmed_at,omitempty"`
	ConfirmationSentAt     *time.Time     `json:"confirmation_sent_at,omitempty"`
	ConfirmedAt            *time.Time     `json:"confirmed_at,omitempty"`
	RecoverySentAt         *time.Time     `json:"recovery_sent_at,omitempty"`
	EmailChange            string         `json:"new_email,omitempty"`
	EmailChangeSentAt      *time.Time     `json:"email_change_sent_at,omitempty"`
	PhoneChange            string         `json:"new_phone,omitempty"`
	ReauthenticationSentAt *time.Time     `json:"reauthentication_sent_at,omitempty"`
	LastSignInAt           *time.Time     `json:"last_sign_in_at,omitempty"`
	AppMetadata            map[string]any `json:"app_metadata"`
	UserMetadata           map[string]any `json:"user_metadata"`
	Factors                []Factor       `json:"factors,omitempty"`
	Identities             []Identity     `json:"identities"`
	CreatedAt              time.Time      `json:"created_at"`
	UpdatedAt              time.Time      `json:"updated_at"`
	BannedUntil            *time.Time     `json:"banned_until,omitempty"`
	DeletedAt              *time.Time     `json:"deleted_at,omitempty"`
	IsAnonymous            bool           `json:"is_anonymous"`

	passwordHash             string
	isSSO                    bool
	emailChangeConfirmStatus int
}

// Identity is a method of sign-in of a user: an address, or an account at a provider.
type Identity struct {
	IdentityID   uuid.UUID      `json:"identity_id"`
	ID           string         `json:"id"` // the user's id at the provider
	UserID       uuid.UUID      `json:"user_id"`
	Data         map[string]any `json:"identity_data"`
	Provider     string         `json:"provider"`
	LastSignInAt *time.Time     `json:"last_sign_in_at,omitempty"`
	CreatedAt    time.Time      `json:"created_at"`
	UpdatedAt    time.Time      `json:"updated_at"`
	Email        string         `json:"email,omitempty"`
}

func (u *User) isConfirmed() bool { return u.EmailConfirmedAt != nil }

func (u *User) isBanned(now time.Time) bool {
	return u.BannedUntil != nil && now.Before(*u.BannedUntil)
}

func (u *User) hasPassword() bool { return u.passwordHash != "" }

func normalizeEmail(email string) string { return strings.ToLower(email) }

// merge returns a copy of into with the updates. An update with nil deletes the key.
func merge(into, updates map[string]any) map[string]any {
	merged := make(map[string]any, len(into)+len(updates))
	for key, value := range into {
		merged[key] = value
	}
	for key, value := range updates {
		if value == nil {
			delete(merged, key)
		} else {
			merged[key] = value
		}
	}
	return merged
}

// userColumns replaces nulls with zero values, since accounts that were inserted with SQL can have
// nulls.
const userColumns = `id, coalesce(aud, ''), coalesce(role, ''), coalesce(email, ''), email_confirmed_at, invited_at,
	coalesce(phone, ''), phone_confirmed_at, confirmation_sent_at, confirmed_at, recovery_sent_at,
	coalesce(email_change, ''), email_change_sent_at, coalesce(phone_change, ''), reauthentication_sent_at,
	last_sign_in_at, coalesce(raw_app_meta_data, '{}'), coalesce(raw_user_meta_data, '{}'),
	coalesce(created_at, 'epoch'), coalesce(updated_at, 'epoch'), banned_until, deleted_at, is_anonymous,
	coalesce(encrypted_password, ''), is_sso_user, coalesce(email_change_confirm_status, 0)`

// scanUser reads a row with userColumns. The times are in UTC.
func scanUser(row pgx.CollectableRow) (*User, error) {
	var u User
	err := row.Scan(&u.ID, &u.Aud, &u.Role, &u.Email, &u.EmailConfirmedAt, &u.InvitedAt,
		&u.Phone, &u.PhoneConfirmedAt, &u.ConfirmationSentAt, &u.ConfirmedAt, &u.RecoverySentAt,
		&u.EmailChange, &u.EmailChangeSentAt, &u.PhoneChange, &u.ReauthenticationSentAt,
		&u.LastSignInAt, &u.AppMetadata, &u.UserMetadata,
		&u.CreatedAt, &u.UpdatedAt, &u.BannedUntil, &u.DeletedAt, &u.IsAnonymous,
		&u.passwordHash, &u.isSSO, &u.emailChangeConfirmStatus)
	for _, t := range []*time.Time{u.EmailConfirmedAt, u.InvitedAt, u.PhoneConfirmedAt, u.ConfirmationSentAt,
		u.ConfirmedAt, u.RecoverySentAt, u.EmailChangeSentAt, u.ReauthenticationSentAt, u.LastSignInAt,
		&u.CreatedAt, &u.UpdatedAt, u.BannedUntil, u.DeletedAt} {
		convertToUTC(t)
	}
	return &u, err
}

// convertToUTC sets *t to UTC, so that the JSON of the API does not depend on the process's time
// zone. t can be nil.
func convertToUTC(t *time.Time) {
	if t != nil {
		*t = t.UTC()
	}
}

// findUsers returns the users that meet an SQL condition, with identities and factors.
func (db database) findUsers(ctx context.Context, condition string, args ...any) ([]*User, error) {
	rows, err := db.Query(ctx, `select `+userColumns+` from auth.users where instance_id = '`+uuid.Nil.String()+`' and `+condition, args...)
	if err != nil {
		return nil, fmt.Errorf("find users: %w", err)
	}
	users, err := pgx.CollectRows(rows, scanUser)
	if err != nil {
		return nil, fmt.Errorf("read users: %w", err)
	}
	return users, db.loadUserDetails(ctx, users)
}

// loadUserDetails sets the identities and factors of users.
func (db database) loadUserDetails(ctx context.Context, users []*User) error {
	byID := make(map[uuid.UUID]*User, len(users))
	ids := make([]uuid.UUID, 0, len(users))
	for _, u := range users {
		u.Identities = []Identity{} // clients expect an array, not null
		byID[u.ID] = u
		ids = append(ids, u.ID)
	}
	identities, err := db.findIdentities(ctx, ids)
	if err != nil {
		return err
	}
	for _, i := range identities {
		byID[i.UserID].Identities = append(byID[i.UserID].Identities, i)
	}
	factors, err := db.findFactors(ctx, ids)
	if err != nil {
		return err
	}
	for _, f := range factors {
		byID[f.userID].Factors = append(byID[f.userID].Factors, f)
	}
	return nil
}

// findUser returns the user that meets an SQL condition, or nil.
func (db database) findUser(ctx context.Context, condition string, args ...any) (*User, error) {
	users, err := db.findUsers(ctx, condition+" limit 1", args...)
	if err != nil || len(users) == 0 {
		return nil, err
	}
	return users[0], nil
}

// findUserByID returns a user, or nil.
func (db database) findUserByID(ctx context.Context, id uuid.UUID) (*User, error) {
	return db.findUser(ctx, `id = $1`, id)
}

// findUserByEmail returns the user with an address, or nil. It ignores users of single sign-on.
func (db database) findUserByEmail(ctx context.Context, email string) (*User, error) {
	return db.findUser(ctx, `lower(email) = $1 and aud = $2 and not is_sso_user`, strings.ToLower(email), audience)
}

// findEmailOwner returns the user whose account or identity has an address, or nil. It ignores
// exceptUser and users of single sign-on.
func (db database) findEmailOwner(ctx context.Context, email string, exceptUser uuid.UUID) (*User, error) {
	return db.findUser(ctx, `id <> $2 and aud = $3 and not is_sso_user
		and (lower(email) = $1 or id in (select user_id from auth.identities where email = $1))`,
		strings.ToLower(email), exceptUser, audience)
}

// findIdentities returns the identities of users, oldest first.
func (db database) findIdentities(ctx context.Context, users []uuid.UUID) ([]Identity, error) {
	rows, err := db.Query(ctx, `select id, provider_id, user_id, identity_data, provider, last_sign_in_at,
		coalesce(created_at, 'epoch'), coalesce(updated_at, 'epoch'), coalesce(email, '')
		from auth.identities where user_id = any($1) order by created_at, id`, users)
	if err != nil {
		return nil, fmt.Errorf("find identities: %w", err)
	}
	identities, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (Identity, error) {
		var i Identity
		err := row.Scan(&i.IdentityID, &i.ID, &i.UserID, &i.Data, &i.Provider, &i.LastSignInAt,
			&i.CreatedAt, &i.UpdatedAt, &i.Email)
		for _, t := range []*time.Time{i.LastSignInAt, &i.CreatedAt, &i.UpdatedAt} {
			convertToUTC(t)
		}
		return i, err
	})
	if err != nil {
		return nil, fmt.Errorf("read identities: %w", err)
	}
	return identities, nil
}

// insertUser inserts an account. The error is 422 user_already_exists if another request has inserted
// the address. Triggers can change the row, so the caller must read it again. If they reject the
// row, the error is a 500 without the reason, like that of Supabase Auth.
func (db database) insertUser(ctx context.Context, u *User) error {
	_, err := db.Exec(ctx, `insert into auth.users (instance_id, id, aud, role, email, encrypted_password,
			email_confirmed_at, invited_at, phone, phone_confirmed_at, raw_app_meta_data, raw_user_meta_data,
			created_at, updated_at, banned_until, is_anonymous, confirmation_token, recovery_token, email_change_token_new, email_change)
		values ($1, $2, $3, $4, nullif($5, ''), nullif($6, ''), $7, $8, nullif($9, ''), $10, $11, $12, $13, $13, $14, $15, '', '', '', '')`,
		uuid.Nil, u.ID, u.Aud, u.Role, u.Email, u.passwordHash, u.EmailConfirmedAt, u.InvitedAt, u.Phone, u.PhoneConfirmedAt,
		u.AppMetadata, u.UserMetadata, u.CreatedAt, u.BannedUntil, u.IsAnonymous)
	var pgError *pgconn.PgError
	switch {
	case errors.As(err, &pgError) && pgError.Code == uniqueViolation && pgError.SchemaName == "auth" && pgError.TableName == "users":
		return newUnprocessable(codeUserExists, "User already registered")
	case pgError != nil:
		return fmt.Errorf("%w: %w", newError(http.StatusInternalServerError, codeUnexpected, "Database error saving new user"), err)
	case err != nil:
		return fmt.Errorf("insert user: %w", err)
	}
	return nil
}

// insertIdentity inserts an identity.
func (db database) insertIdentity(ctx context.Context, i Identity) error {
	_, err := db.Exec(ctx, `insert into auth.identities (id, provider_id, user_id, identity_data, provider,
			last_sign_in_at, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $7)`,
		i.IdentityID, i.ID, i.UserID, i.Data, i.Provider, i.LastSignInAt, i.CreatedAt)
	if err != nil {
		return fmt.Errorf("insert identity: %w", err)
	}
	return nil
}

// updateUser sets columns of an account and its updated_at. Column names must not come from a request.
func (db database) updateUser(ctx context.Context, id uuid.UUID, now time.Time, columns map[string]any) error {
	set := []string{"updated_at = $2"}
	args := []any{id, now}
	for name, value := range columns {
		args = append(args, value)
		set = append(set, fmt.Sprintf("%s = $%d", name, len(args)))
	}
	_, err := db.Exec(ctx, `update auth.users set `+strings.Join(set, ", ")+` where id = $1`, args...)
	if err != nil {
		return fmt.Errorf("update user: %w", err)
	}
	return nil
}

// updateIdentity replaces the provider's data of an identity.
func (db database) updateIdentity(ctx context.Context, id uuid.UUID, data map[string]any, now time.Time) error {
	_, err := db.Exec(ctx, `update auth.identities set identity_data = $2, updated_at = $3 where id = $1`, id, data, now)
	if err != nil {
		return fmt.Errorf("update identity: %w", err)
	}
	return nil
}

// syncProviders sets provider and providers in app_metadata to the providers of the user's identities.
// provider is that of the oldest identity.
func (db database) syncProviders(ctx context.Context, user uuid.UUID, now time.Time) error {
	_, err := db.Exec(ctx, `update auth.users set updated_at = $2, raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || (
			select jsonb_build_object('providers', jsonb_agg(provider order by first), 'provider', (array_agg(provider order by first))[1])
			from (select provider, min(created_at) as first from auth.identities where user_id = $1 group by provider) as own)
		where id = $1 and exists (select from auth.identities where user_id = $1)`, user, now)
	if err != nil {
		return fmt.Errorf("update providers: %w", err)
	}
	return nil
}

// storePassword stores the hash of a password and deletes all one-time tokens of the user.
func (db database) storePassword(ctx context.Context, user uuid.UUID, hash string, now time.Time) error {
	if err := db.clearTokens(ctx, user, allTokenKinds...); err != nil {
		return err
	}
	return db.updateUser(ctx, user, now, map[string]any{
		"encrypted_password": hash, "confirmation_sent_at": nil, "recovery_sent_at": nil,
		"email_change_sent_at": nil, "reauthentication_sent_at": nil,
	})
}

func (u *User) hasVerifiedFactor() bool {
	return slices.ContainsFunc(u.Factors, func(f Factor) bool { return f.Status == factorVerified })
}
