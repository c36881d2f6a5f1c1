package rest

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/localbase/caller"
	"github.com/tableside/tableside/localbase/rest/pgrsterr"
)

// jwtParts is the number of parts in a signed token.
const jwtParts = 3

// convertTokenError returns PostgREST's error for a token that failed verification.
func convertTokenError(token string, err error) error {
	var claims caller.ClaimsError
	switch parts := strings.Count(token, ".") + 1; {
	case errors.As(err, &claims):
		return pgrsterr.InvalidClaims(claims.Error())
	case errors.Is(err, caller.ErrExpired):
		return pgrsterr.InvalidClaims("JWT expired")
	case errors.Is(err, caller.ErrNotYetValid):
		return pgrsterr.InvalidClaims("JWT not yet valid")
	case parts == jwtParts && isUnsecured(token):
		return pgrsterr.InvalidToken("Wrong or unsupported encoding algorithm", "JWT is unsecured but expected 'alg' was not 'none'")
	case parts != jwtParts:
		return pgrsterr.InvalidToken(fmt.Sprintf("Expected 3 parts in JWT; got %d", parts), "")
	case errors.Is(err, caller.ErrSignature):
		return pgrsterr.InvalidToken("No suitable key or wrong key type", "None of the keys was able to decode the JWT")
	default:
		return pgrsterr.InvalidToken("JWT cryptographic operation failed", "")
	}
}

// isUnsecured reports whether the header of a token states that it has no signature.
func isUnsecured(token string) bool {
	header, _, _ := strings.Cut(token, ".")
	text, err := base64.RawURLEncoding.DecodeString(header)
	if err != nil {
		return false
	}
	var fields struct {
		Algorithm string `json:"alg"`
	}
	return json.Unmarshal(text, &fields) == nil && fields.Algorithm == "none"
}

// convertQueryError returns PostgREST's error for an error of the query parser.
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

// convertDatabaseError returns PostgREST's error for an error in a transaction of c.
func convertDatabaseError(err error, c caller.Caller) error {
	var restErr *pgrsterr.Error
	if errors.As(err, &restErr) {
		return restErr
	}
	var pgErr *pgconn.PgError
	if errors.As(err, &pgErr) {
		return pgrsterr.FromPgError(pgErr, c.Role == caller.RoleAnon)
	}
	return pgrsterr.ConnectionLost(err)
}

// convertConnectError returns PostgREST's error for a failure to get a connection.
func convertConnectError(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return pgrsterr.PoolTimeout()
	}
	return pgrsterr.ConnectionFailed(err)
}
