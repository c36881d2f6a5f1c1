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
