package rest

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/localbase/caller"
	"github.com/tableside/tableside/localbase/rest/pgrsterr"
)

// jwtParts is how many parts a signed token has.
const jwtParts = 3

func convertTokenError(token string, err error) error {
	switch parts := strings.Count(token, ".") + 1; {
	case errors.Is(err, caller.ErrExpired):
		return pgrsterr.InvalidClaims("JWT expired")
	case errors.Is(err, caller.ErrNotYetValid):
		return pgrsterr.InvalidClaims("JWT not yet valid")
	case parts != jwtParts:
		return pgrsterr.InvalidToken(fmt.Sprintf("Expected 3 parts in JWT; got %d", parts), "")
	case errors.Is(err, caller.ErrSignature):
		return pgrsterr.InvalidToken("No suitable key or wrong key type", "None of the keys was able to decode the JWT")
	default:
		return pgrsterr.InvalidToken("JWT cryptographic operation failed", "")
	}
}

// convertQueryError turns an error of the parser into the answer.
func convertQueryError(err error) error {
	var parse *postgrestquery.ParseError
	if errors.As(err, &parse) {
		return pgrsterr.QueryParamError(parse.Message, parse.Details)
	}
	var rng postgrestquery.RangeError
	if errors.As(err, &rng) {
		return pgrsterr.InvalidRange(rng.Error())
	}
	return err
}

// convertDatabaseError turns an error of a transaction into the answer.
func convertDatabaseError(err error, who caller.Caller) error {
	var ours *pgrsterr.Error
	if errors.As(err, &ours) {
		return ours
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pgrsterr.FromPgError(pg, who.Role == caller.RoleAnon)
	}
	return pgrsterr.ConnectionLost(err)
}

// convertConnectError turns an error of getting a connection into the answer.
func convertConnectError(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return pgrsterr.PoolTimeout()
	}
	return pgrsterr.ConnectionFailed(err)
}
