package caller_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/tableside/tableside/localbase/caller"
)

func TestVerifyReturnsCaller(t *testing.T) {
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	keys := caller.NewKeys([]byte(strings.Repeat("s", 32)), func() time.Time { return now })
	for _, test := range []struct {
		name   string
		claims map[string]any
		role   string
		err    error
	}{
		{"a role", map[string]any{"role": "staff", "exp": now.Add(time.Hour).Unix()}, "staff", nil},
		{"no role", map[string]any{"sub": "x"}, caller.RoleAnon, nil},
		{"just expired, within the leeway", map[string]any{"role": "staff", "exp": now.Add(-caller.Leeway + time.Second).Unix()}, "staff", nil},
		{"expired", map[string]any{"role": "staff", "exp": now.Add(-caller.Leeway - time.Second).Unix()}, "", caller.ErrExpired},
		{"not yet valid", map[string]any{"role": "staff", "nbf": now.Add(caller.Leeway + time.Second).Unix()}, "", caller.ErrNotYetValid},
		{"issued within the leeway", map[string]any{"role": "staff", "iat": now.Add(caller.Leeway).Unix()}, "staff", nil},
		{"issued in the future", map[string]any{"iat": now.Add(caller.Leeway + time.Second).Unix()}, "", caller.ClaimsError("JWT issued at future")},
		{"exp is text", map[string]any{"exp": "soon"}, "", caller.ClaimsError("The JWT 'exp' claim must be a number")},
		{"nbf is a boolean", map[string]any{"nbf": true}, "", caller.ClaimsError("The JWT 'nbf' claim must be a number")},
		{"iat is an object", map[string]any{"iat": map[string]any{}}, "", caller.ClaimsError("The JWT 'iat' claim must be a number")},
		{"aud is a number", map[string]any{"aud": 1}, "", caller.ClaimsError("The JWT 'aud' claim must be a string or an array of strings")},
		{"aud contains a number", map[string]any{"aud": []any{"a", 1}}, "", caller.ClaimsError("The JWT 'aud' claim must be a string or an array of strings")},
		{"aud is an array", map[string]any{"aud": []any{"a", "b"}, "role": "staff"}, "staff", nil},
		{"null claims", map[string]any{"exp": nil, "nbf": nil, "iat": nil, "aud": nil, "role": nil}, caller.RoleAnon, nil},
		{"the role is a number", map[string]any{"role": 7}, "7", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			token, err := keys.Sign(test.claims)
			if err != nil {
				t.Fatal(err)
			}
			who, err := keys.Verify(token)
			if !errors.Is(err, test.err) || who.Role != test.role {
				t.Errorf("got %q, %v", who.Role, err)
			}
		})
	}
}

// Policies compare claims, so numbers must not be rounded to floats.
func TestNumericClaimsAreNotRounded(t *testing.T) {
	keys := caller.NewKeys([]byte(strings.Repeat("s", 32)), nil)
	token, err := keys.Sign(map[string]any{"role": "staff", "organization": json.Number("9007199254740993")})
	if err != nil {
		t.Fatal(err)
	}
	who, err := keys.Verify(token)
	if err != nil || !strings.Contains(string(who.Claims), `"organization":9007199254740993`) {
		t.Errorf("claims %s, %v", who.Claims, err)
	}
}

// The signature of a token is checked once, its times in each call.
func TestVerifiedTokenExpires(t *testing.T) {
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	keys := caller.NewKeys([]byte(strings.Repeat("s", 32)), func() time.Time { return now })
	var tokens []string
	for i := range 1500 { // more than the cache can hold
		token, err := keys.Sign(map[string]any{"role": "staff", "sub": i, "nbf": now.Unix(), "exp": now.Add(time.Hour).Unix()})
		if err != nil {
			t.Fatal(err)
		}
		tokens = append(tokens, token)
	}
	verify := func(want error) {
		t.Helper()
		for _, token := range tokens {
			if _, err := keys.Verify(token); !errors.Is(err, want) {
				t.Fatalf("got %v, want %v", err, want)
			}
		}
	}
	verify(nil)
	verify(nil)
	now = now.Add(time.Hour + caller.Leeway + time.Second)
	verify(caller.ErrExpired)
	now = now.Add(-2 * time.Hour)
	verify(caller.ErrNotYetValid)
	forged := tokens[0][:strings.LastIndex(tokens[0], ".")] + tokens[1][strings.LastIndex(tokens[1], "."):]
	if _, err := keys.Verify(forged); !errors.Is(err, caller.ErrSignature) {
		t.Errorf("forged: %v", err)
	}
}

func BenchmarkVerify(b *testing.B) {
	keys := caller.NewKeys([]byte(strings.Repeat("s", 32)), nil)
	token, err := keys.Sign(map[string]any{"role": "staff", "exp": time.Now().Add(time.Hour).Unix(), "app_metadata": map[string]any{"note": strings.Repeat("x", 400)}})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := keys.Verify(token); err != nil {
			b.Fatal(err)
		}
	}
}
