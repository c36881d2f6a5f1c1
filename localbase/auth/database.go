package auth

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// querier is a connection pool or a transaction.
type querier interface {
	Begin(ctx context.Context) (pgx.Tx, error)
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// database reads and writes the schema auth. Its find methods return nil, without an error, if there
// is no such row.
type database struct{ querier }

// runTransaction runs f in a transaction and commits it if f returns nil.
func (db database) runTransaction(ctx context.Context, f func(tx database) error) error {
	return pgx.BeginFunc(ctx, db.querier, func(tx pgx.Tx) error { return f(database{tx}) })
}

// SQLSTATE codes.
const (
	foreignKeyViolation      = "23503"
	restrictViolation        = "23001" // ON DELETE RESTRICT
	uniqueViolation          = "23505"
	characterNotInRepertoire = "22021" // such as a zero byte in a text
)

func isUniqueViolation(err error) bool { return hasSQLState(err, uniqueViolation) }

// hasSQLState reports whether err is an error of PostgreSQL with this SQLSTATE.
func hasSQLState(err error, state string) bool {
	var pgError *pgconn.PgError
	return errors.As(err, &pgError) && pgError.Code == state
}
