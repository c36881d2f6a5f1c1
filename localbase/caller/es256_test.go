package caller_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

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
	if signing, err = shared.WithES256(key); err != nil {
		t.Fatal(err)
	}
	return shared, signing
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

func TestWithES256RejectsOtherCurves(t *testing.T) {
	key, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := caller.NewKeys([]byte(secret), nil).WithES256(key); err == nil {
		t.Error("accepted a key with curve P-384")
	}
}
