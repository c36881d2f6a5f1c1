package auth

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// querier is a pool or a transaction.
type querier interface {
	Begin(ctx context.Context) (pgx.Tx, error)
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// database reads and writes schema auth. Its methods answer nil for what isn't
// there; what that means is the caller's to say.
type database struct{ querier }

// runTransaction runs do in one transaction: all of it is kept when do answers nil, else nothing.
func (db database) runTransaction(ctx context.Context, do func(tx database) error) error {
	return pgx.BeginFunc(ctx, db.querier, func(tx pgx.Tx) error { return do(database{tx}) })
}

// SQLSTATEs.
const (
	uniqueViolation          = "23505"
	characterNotInRepertoire = "22021" // a text with a zero byte
)

func isUniqueViolation(err error) bool { return hasSQLState(err, uniqueViolation) }

func hasSQLState(err error, state string) bool {
	var refused *pgconn.PgError
	return errors.As(err, &refused) && refused.Code == state
}
