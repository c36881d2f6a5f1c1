package auth

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Statuses of a factor.
const (
	factorVerified   = "verified"
	factorUnverified = "unverified"
)

// Factor is a second factor of a user.
type Factor struct {
	ID               uuid.UUID  `json:"id"`
	CreatedAt        time.Time  `json:"created_at"`
	UpdatedAt        time.Time  `json:"updated_at"`
	Status           string     `json:"status"` // "verified" or "unverified"
	FriendlyName     string     `json:"friendly_name,omitempty"`
	Type             string     `json:"factor_type"` // "totp"
	Phone            string     `json:"phone"`       // always "": phones are not supported
	LastChallengedAt *time.Time `json:"last_challenged_at"`

	userID uuid.UUID
	secret string
}

// findFactors returns the factors of users, oldest first.
func (db database) findFactors(ctx context.Context, users []uuid.UUID) ([]Factor, error) {
	rows, err := db.Query(ctx, `select id, created_at, updated_at, status::text, coalesce(friendly_name, ''),
		factor_type::text, coalesce(phone, ''), last_challenged_at, user_id, coalesce(secret, '')
		from auth.mfa_factors where user_id = any($1) order by created_at, id`, users)
	if err != nil {
		return nil, fmt.Errorf("find factors: %w", err)
	}
	factors, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (Factor, error) {
		var f Factor
		err := row.Scan(&f.ID, &f.CreatedAt, &f.UpdatedAt, &f.Status, &f.FriendlyName,
			&f.Type, &f.Phone, &f.LastChallengedAt, &f.userID, &f.secret)
		for _, t := range []*time.Time{&f.CreatedAt, &f.UpdatedAt, f.LastChallengedAt} {
			convertToUTC(t)
		}
		return f, err
	})
	if err != nil {
		return nil, fmt.Errorf("read factors: %w", err)
	}
	return factors, nil
}

type factorID struct {
	ID uuid.UUID `json:"id"`
}

// unenrollFactor handles DELETE /factors/{factor_id}. A verified factor requires a session with aal2.
func (h *Handler) unenrollFactor(r *request, f Factor) (response, error) {
	if f.Status == factorVerified && (r.session == nil || r.session.aal != aal2) {
		return response{}, newUnprocessable(codeInsufficientAAL, "AAL2 required to unenroll verified factor")
	}
	return respondOK(factorID{f.ID}), h.deleteFactor(r.Context(), f)
}

// deleteFactor deletes a factor and sets its sessions back to aal1.
func (h *Handler) deleteFactor(ctx context.Context, f Factor) error {
	return h.db.runTransaction(ctx, func(tx database) error {
		for _, sql := range []string{
			`delete from auth.mfa_amr_claims where authentication_method = 'totp'
				and session_id in (select id from auth.sessions where factor_id = $1)`,
			`update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1`,
			`delete from auth.mfa_factors where id = $1`,
		} {
			if _, err := tx.Exec(ctx, sql, f.ID); err != nil {
				return fmt.Errorf("delete factor: %w", err)
			}
		}
		return nil
	})
}
