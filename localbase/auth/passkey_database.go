package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// passkey is a WebAuthn credential of a user.
type passkey struct {
	id         uuid.UUID
	name       string
	createdAt  time.Time
	lastUsedAt *time.Time
	credential webauthn.Credential
}

// findPasskeys returns a user's passkeys, oldest first. lock is "" or an SQL locking clause.
func (db database) findPasskeys(ctx context.Context, user uuid.UUID, lock string) ([]passkey, error) {
	rows, err := db.Query(ctx, `select id, friendly_name, created_at, last_used_at, credential_id, public_key, attestation_type,
			aaguid, sign_count, transports, backup_eligible, backed_up
		from auth.webauthn_credentials where user_id = $1 order by created_at, id `+lock, user)
	if err != nil {
		return nil, fmt.Errorf("find passkeys: %w", err)
	}
	passkeys, err := pgx.CollectRows(rows, scanPasskey)
	if err != nil {
		return nil, fmt.Errorf("read passkeys: %w", err)
	}
	return passkeys, nil
}

// scanPasskey reads a row of auth.webauthn_credentials, with its credential.
func scanPasskey(row pgx.CollectableRow) (passkey, error) {
	var p passkey
	var aaguid *uuid.UUID
	c := &p.credential
	err := row.Scan(&p.id, &p.name, &p.createdAt, &p.lastUsedAt, &c.ID, &c.PublicKey, &c.AttestationType,
		&aaguid, &c.Authenticator.SignCount, &c.Transport, &c.Flags.BackupEligible, &c.Flags.BackupState)
	if aaguid != nil {
		c.Authenticator.AAGUID = aaguid[:]
	}
	convertToUTC(&p.createdAt)
	convertToUTC(p.lastUsedAt)
	return p, err
}

// insertPasskey inserts a credential that CreateCredential has verified.
func (db database) insertPasskey(ctx context.Context, user uuid.UUID, p passkey) error {
	c := p.credential
	var aaguid any
	if id, err := uuid.FromBytes(c.Authenticator.AAGUID); err == nil {
		aaguid = id
	}
	transports := c.Transport
	if transports == nil {
		transports = []protocol.AuthenticatorTransport{}
	}
	_, err := db.Exec(ctx, `insert into auth.webauthn_credentials (id, user_id, credential_id, public_key, attestation_type, aaguid,
			sign_count, transports, backup_eligible, backed_up, friendly_name, created_at, updated_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)`,
		p.id, user, c.ID, c.PublicKey, c.AttestationType, aaguid,
		int64(c.Authenticator.SignCount), transports, c.Flags.BackupEligible, c.Flags.BackupState, p.name, p.createdAt)
	if err != nil {
		return fmt.Errorf("insert passkey: %w", err)
	}
	return nil
}

// storePasskeyUse stores the counter and the backup state of an assertion.
func (db database) storePasskeyUse(ctx context.Context, credential webauthn.Credential, now time.Time) error {
	_, err := db.Exec(ctx, `update auth.webauthn_credentials set sign_count = $2, backed_up = $3, last_used_at = $4, updated_at = $4
		where credential_id = $1`, credential.ID, int64(credential.Authenticator.SignCount), credential.Flags.BackupState, now)
	if err != nil {
		return fmt.Errorf("update passkey: %w", err)
	}
	return nil
}

// Types of challenges.
const (
	registrationChallenge   = "registration"
	authenticationChallenge = "authentication"
)

// insertPasskeyChallenge stores the state of a ceremony and deletes expired ones. user is nil for a sign-in.
func (db database) insertPasskeyChallenge(ctx context.Context, kind string, user *uuid.UUID, state *webauthn.SessionData, now, expiresAt time.Time) (uuid.UUID, error) {
	id := uuid.New()
	if _, err := db.Exec(ctx, `delete from auth.webauthn_challenges where expires_at < $1`, now.Add(-challengeLifetime)); err != nil {
		return id, fmt.Errorf("delete expired challenges: %w", err)
	}
	_, err := db.Exec(ctx, `insert into auth.webauthn_challenges (id, user_id, challenge_type, session_data, created_at, expires_at)
		values ($1, $2, $3, $4, $5, $6)`, id, user, kind, state, now, expiresAt)
	if err != nil {
		return id, fmt.Errorf("insert challenge: %w", err)
	}
	return id, nil
}

// takePasskeyChallenge deletes a challenge and returns its state, so that it can be used only once. user
// is nil for a sign-in. The state is nil if there is no such challenge of this type and user.
func (db database) takePasskeyChallenge(ctx context.Context, id uuid.UUID, kind string, user *uuid.UUID) (*webauthn.SessionData, time.Time, error) {
	var encoded []byte
	var expiresAt time.Time
	err := db.QueryRow(ctx, `delete from auth.webauthn_challenges
		where id = $1 and challenge_type = $2 and user_id is not distinct from $3
		returning session_data, expires_at`, id, kind, user).Scan(&encoded, &expiresAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, expiresAt, nil
	}
	if err != nil {
		return nil, expiresAt, fmt.Errorf("delete challenge: %w", err)
	}
	var state webauthn.SessionData
	if err := json.Unmarshal(encoded, &state); err != nil {
		return nil, expiresAt, fmt.Errorf("read challenge: %w", err)
	}
	return &state, expiresAt, nil
}
