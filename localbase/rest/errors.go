package rest

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/localbase/caller"
	"github.com/tableside/tableside/localbase/rest/fault"
)

// jwtParts is how many parts a signed token has.
const jwtParts = 3

func tokenFault(token string, err error) error {
	switch parts := strings.Count(token, ".") + 1; {
	case errors.Is(err, caller.ErrExpired):
		return fault.Claims("JWT expired")
	case errors.Is(err, caller.ErrNotYet):
		return fault.Claims("JWT not yet valid")
	case parts != jwtParts:
		return fault.Token(fmt.Sprintf("Expected 3 parts in JWT; got %d", parts), "")
	case errors.Is(err, caller.ErrSignature):
		return fault.Token("No suitable key or wrong key type", "None of the keys was able to decode the JWT")
	default:
		return fault.Token("JWT cryptographic operation failed", "")
	}
}

// queryFault turns an error of the parser into the answer.
func queryFault(err error) error {
	var parse *postgrestquery.ParseError
	if errors.As(err, &parse) {
		return fault.QueryString(parse.Message, parse.Details)
	}
	var rng postgrestquery.RangeError
	if errors.As(err, &rng) {
		return fault.Range(rng.Error())
	}
	return err
}

// databaseFault turns an error of a transaction into the answer.
func databaseFault(err error, who caller.Caller) error {
	var ours *fault.Error
	if errors.As(err, &ours) {
		return ours
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return fault.Postgres(pg, who.Role == caller.RoleAnon)
	}
	return fault.Client(err)
}

// connectFault turns an error of getting a connection into the answer.
func connectFault(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return fault.PoolTimeout()
	}
	return fault.Connection(err)
}
