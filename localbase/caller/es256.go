package caller

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"

	"github.com/golang-jwt/jwt/v5"
)

// JWK is a public key that verifies tokens (RFC 7517).
type JWK struct {
	Algorithm  string   `json:"alg"`
	Curve      string   `json:"crv"`
	KeyID      string   `json:"kid"`
	Type       string   `json:"kty"`
	Use        string   `json:"use"`
	Operations []string `json:"key_ops"`
	Extensible bool     `json:"ext"`
	X          string   `json:"x"`
	Y          string   `json:"y"`
}

// JWKS is what /.well-known/jwks.json answers.
type JWKS struct {
	Keys []JWK `json:"keys"`
}

// JWKS are the public keys; none where tokens are signed with the shared secret.
func (k *Keys) JWKS() JWKS {
	if k.signingKey == nil {
		return JWKS{Keys: []JWK{}}
	}
	return JWKS{Keys: []JWK{k.publicKey}}
}

// WithES256 answers keys that sign with key, of curve P-256. They verify its
// tokens, and those of the shared secret, as the keys of the services are.
func (k *Keys) WithES256(key *ecdsa.PrivateKey) (*Keys, error) {
	if key.Curve != elliptic.P256() {
		return nil, errors.New("ES256 needs a key of curve P-256")
	}
	point, err := key.PublicKey.Bytes() // 4, x, y
	if err != nil {
		return nil, fmt.Errorf("encode public key: %w", err)
	}
	encode := base64.RawURLEncoding.EncodeToString
	x, y := encode(point[1:33]), encode(point[33:])
	// RFC 7638: the key's members in this order, and nothing else.
	print := sha256.Sum256(fmt.Appendf(nil, `{"crv":"P-256","kty":"EC","x":"%s","y":"%s"}`, x, y))
	both := *k
	both.signingKey = key
	both.publicKey = JWK{Algorithm: "ES256", Curve: "P-256", KeyID: encode(print[:]), Type: "EC", Use: "sig",
		Operations: []string{"verify"}, Extensible: true, X: x, Y: y}
	return &both, nil
}

// selectVerificationKey goes by the algorithm that the token claims to be signed
// with; the library then refuses a key of another kind.
func (k *Keys) selectVerificationKey(token *jwt.Token) (any, error) {
	if token.Method.Alg() == jwt.SigningMethodHS256.Alg() {
		return k.secret, nil
	}
	if k.signingKey == nil || token.Header["kid"] != k.publicKey.KeyID {
		return nil, errors.New("unknown key")
	}
	return &k.signingKey.PublicKey, nil
}
