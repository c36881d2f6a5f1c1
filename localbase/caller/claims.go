package caller

import (
	"encoding/json"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// checkClaims checks the types of the registered claims and the times, in PostgREST's order. A claim
// that is null is absent.
func checkClaims(claims jwt.MapClaims, now time.Time) error {
	earliest, latest := float64(now.Add(-Leeway).Unix()), float64(now.Add(Leeway).Unix())
	for _, check := range []struct {
		name      string
		isInvalid func(seconds float64) bool
		err       error
	}{
		{"exp", func(seconds float64) bool { return seconds < earliest }, ErrExpired},
		{"nbf", func(seconds float64) bool { return seconds > latest }, ErrNotYetValid},
		{"iat", func(seconds float64) bool { return seconds > latest }, ClaimsError("JWT issued at future")},
	} {
		if claims[check.name] == nil {
			continue
		}
		number, ok := claims[check.name].(json.Number)
		if !ok {
			return ClaimsError("The JWT '" + check.name + "' claim must be a number")
		}
		seconds, err := number.Float64()
		if err != nil || check.isInvalid(seconds) {
			return check.err
		}
	}
	if !isAudience(claims["aud"]) {
		return ClaimsError("The JWT 'aud' claim must be a string or an array of strings")
	}
	return nil
}

// isAudience reports whether the claim "aud" is absent, a string or an array of strings.
func isAudience(claim any) bool {
	switch audience := claim.(type) {
	case nil, string:
		return true
	case []any:
		for _, element := range audience {
			if _, ok := element.(string); !ok {
				return false
			}
		}
		return true
	default:
		return false
	}
}
