package caller_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"errors"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/tableside/tableside/localbase/caller"
)

const secret = "super-secret-jwt-token-with-at-least-32-characters-long"

func newES256Keys(t *testing.T) (shared, signing *caller.Keys) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	shared = caller.NewKeys([]byte(secret), nil)
	first, err := caller.NewES256Key(key, "")
	if err != nil {
		t.Fatal(err)
	}
	return shared, shared.WithSigningKeys(first)
}

func sign(t *testing.T, keys *caller.Keys, claims map[string]any) string {
	t.Helper()
	token, err := keys.Sign(claims)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func TestES256KeysVerifyBothKindsOfTokens(t *testing.T) {
	shared, signing := newES256Keys(t)
	claims := map[string]any{"role": "staff", "sub": "1", "exp": time.Now().Add(time.Hour).Unix()}
	for name, token := range map[string]string{"HS256": sign(t, shared, claims), "ES256": sign(t, signing, claims)} {
		who, err := signing.Verify(token)
		if err != nil || who.Role != "staff" || who.Subject() != "1" {
			t.Errorf("%s: %+v, %v", name, who, err)
		}
	}
}

func TestES256TokensAreRejectedByOtherKeys(t *testing.T) {
	shared, signing := newES256Keys(t)
	_, other := newES256Keys(t)
	token := sign(t, signing, map[string]any{"role": "service_role"})
	for name, keys := range map[string]*caller.Keys{"shared secret": shared, "another key": other} {
		if who, err := keys.Verify(token); err == nil {
			t.Errorf("%s: verified as %+v", name, who)
		}
	}
	if _, err := signing.Verify(sign(t, signing, map[string]any{"exp": time.Now().Add(-time.Hour).Unix()})); !errors.Is(err, caller.ErrExpired) {
		t.Errorf("expired: %v", err)
	}
	parts := strings.Split(token, ".")
	if _, err := signing.Verify(parts[0] + "." + parts[1] + ".AAAA"); !errors.Is(err, caller.ErrSignature) {
		t.Errorf("forged: %v", err)
	}
}

// The public key must not be accepted as an HMAC secret (algorithm confusion).
func TestHS256TokenSignedWithPublicKeyIsRejected(t *testing.T) {
	_, signing := newES256Keys(t)
	public, err := json.Marshal(signing.JWKS().Keys[0])
	if err != nil {
		t.Fatal(err)
	}
	forged := sign(t, caller.NewKeys(public, nil), map[string]any{"role": "service_role"})
	if _, err := signing.Verify(forged); !errors.Is(err, caller.ErrSignature) {
		t.Errorf("verified: %v", err)
	}
}

func TestJWKSContainsOnlyThePublicKey(t *testing.T) {
	shared, signing := newES256Keys(t)
	if keys := shared.JWKS().Keys; keys == nil || len(keys) != 0 {
		t.Errorf("shared secret: %v", keys)
	}
	body, err := json.Marshal(signing.JWKS())
	if err != nil {
		t.Fatal(err)
	}
	var set struct{ Keys []map[string]any }
	if err := json.Unmarshal(body, &set); err != nil {
		t.Fatal(err)
	}
	if len(set.Keys) != 1 || set.Keys[0]["kty"] != "EC" || set.Keys[0]["crv"] != "P-256" || set.Keys[0]["alg"] != "ES256" {
		t.Fatalf("%s", body)
	}
	if _, leaked := set.Keys[0]["d"]; leaked {
		t.Errorf("the private key is in %s", body)
	}
}

func TestES256RequiresCurveP256(t *testing.T) {
	key, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := caller.NewES256Key(key, ""); err == nil {
		t.Error("accepted a key with curve P-384")
	}
}

// rsaJWK returns a new private key as `supabase gen signing-key --algorithm RS256` writes it.
func rsaJWK(t *testing.T, id string) map[string]any {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	encode := func(n *big.Int) string { return base64.RawURLEncoding.EncodeToString(n.Bytes()) }
	return map[string]any{
		"kty": "RSA", "kid": id, "use": "sig", "key_ops": []string{"sign", "verify"}, "alg": "RS256", "ext": true,
		"n": encode(key.N), "e": "AQAB", "d": encode(key.D), "p": encode(key.Primes[0]), "q": encode(key.Primes[1]),
		"dp": encode(key.Precomputed.Dp), "dq": encode(key.Precomputed.Dq), "qi": encode(key.Precomputed.Qinv),
	}
}

// The key of RFC 7515, appendix A.3.
var ecJWK = map[string]any{
	"kty": "EC", "crv": "P-256", "alg": "ES256", "kid": "ec-1", "d": "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI",
}

func parseKeys(t *testing.T, jwks ...map[string]any) *caller.Keys {
	t.Helper()
	text, err := json.Marshal(jwks)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := caller.ParseSigningKeys(text)
	if err != nil {
		t.Fatal(err)
	}
	return caller.NewKeys([]byte(secret), nil).WithSigningKeys(parsed...)
}

func TestAllSigningKeysVerifyAndTheFirstSigns(t *testing.T) {
	first, old := rsaJWK(t, "rsa-1"), rsaJWK(t, "rsa-0")
	keys := parseKeys(t, first, ecJWK, old)
	claims := map[string]any{"role": "staff"}
	token := sign(t, keys, claims)
	header, err := base64.RawURLEncoding.DecodeString(strings.Split(token, ".")[0])
	if err != nil || string(header) != `{"alg":"RS256","kid":"rsa-1","typ":"JWT"}` {
		t.Errorf("got the header %s, %v", header, err)
	}
	for name, token := range map[string]string{
		"first": token, "second": sign(t, parseKeys(t, ecJWK), claims), "third": sign(t, parseKeys(t, old), claims),
		"shared secret": sign(t, caller.NewKeys([]byte(secret), nil), claims),
	} {
		if who, err := keys.Verify(token); err != nil || who.Role != "staff" {
			t.Errorf("%s: %+v, %v", name, who, err)
		}
	}
	if _, err := keys.Verify(sign(t, parseKeys(t, rsaJWK(t, "rsa-1")), claims)); !errors.Is(err, caller.ErrSignature) {
		t.Errorf("another key with the same kid: %v", err)
	}
	if _, err := keys.Verify(sign(t, parseKeys(t, rsaJWK(t, "rsa-2")), claims)); err == nil {
		t.Error("verified an unknown kid")
	}
	set := keys.JWKS().Keys
	if len(set) != 3 || set[0].KeyID != "rsa-1" || set[0].N != first["n"] || set[0].E != "AQAB" || set[1].KeyID != "ec-1" ||
		set[1].X != "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU" || set[2].KeyID != "rsa-0" {
		t.Errorf("got %+v", set)
	}
}

// PostgREST also accepts tokens without a kid.
func TestTokenWithoutKeyIDIsVerifiedByAllKeysOfItsAlgorithm(t *testing.T) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	unsigned := jwt.NewWithClaims(jwt.SigningMethodES256, jwt.MapClaims{"role": "staff"})
	token, err := unsigned.SignedString(key)
	if err != nil {
		t.Fatal(err)
	}
	signing, err := caller.NewES256Key(key, "any")
	if err != nil {
		t.Fatal(err)
	}
	_, other := newES256Keys(t)
	if _, err := other.Verify(token); !errors.Is(err, caller.ErrSignature) {
		t.Errorf("another key: %v", err)
	}
	if who, err := other.WithSigningKeys(signing).Verify(token); err != nil || who.Role != "staff" {
		t.Errorf("%+v, %v", who, err)
	}
}

func TestInvalidSigningKeys(t *testing.T) {
	wrong := rsaJWK(t, "")
	wrong["p"] = "AQAB"
	wrongText, err := json.Marshal([]any{wrong})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", "{}", "[]", `[{"kty":"oct","k":"AAAA"}]`, `[{"kty":"EC","crv":"P-384","d":"AAAA"}]`, `[{"kty":"EC","crv":"P-256","d":"*"}]`, string(wrongText)} {
		if _, err := caller.ParseSigningKeys([]byte(text)); err == nil {
			t.Errorf("accepted %s", text)
		}
	}
}
