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

// JWKS is the body of /.well-known/jwks.json.
type JWKS struct {
	Keys []JWK `json:"keys"`
}

// JWKS returns the public keys. It is empty if the shared secret signs tokens.
func (k *Keys) JWKS() JWKS {
	if k.signingKey == nil {
		return JWKS{Keys: []JWK{}}
	}
	return JWKS{Keys: []JWK{k.publicKey}}
}

// WithES256 returns keys that sign with key, which must have curve P-256. They verify tokens of
// key and of the shared secret, which signs the legacy API keys.
func (k *Keys) WithES256(key *ecdsa.PrivateKey) (*Keys, error) {
	if key.Curve != elliptic.P256() {
		return nil, errors.New("ES256 requires a key with curve P-256")
	}
	point, err := key.PublicKey.Bytes() // a byte 4, then x and y
	if err != nil {
		return nil, fmt.Errorf("encode public key: %w", err)
	}
	encode := base64.RawURLEncoding.EncodeToString
	x, y := encode(point[1:33]), encode(point[33:])
	// RFC 7638: the digest of exactly these members in this order.
	thumbprint := sha256.Sum256(fmt.Appendf(nil, `{"crv":"P-256","kty":"EC","x":"%s","y":"%s"}`, x, y))
	both := *k
	both.signingKey = key
	both.publicKey = JWK{Algorithm: "ES256", Curve: "P-256", KeyID: encode(thumbprint[:]), Type: "EC", Use: "sig",
		Operations: []string{"verify"}, Extensible: true, X: x, Y: y}
	return &both, nil
}

// selectVerificationKey returns the key for the algorithm in the token's header. The library rejects
// algorithms that don't match the type of the key.
func (k *Keys) selectVerificationKey(token *jwt.Token) (any, error) {
	if token.Method.Alg() == jwt.SigningMethodHS256.Alg() {
		return k.secret, nil
	}
	if k.signingKey == nil || token.Header["kid"] != k.publicKey.KeyID {
		return nil, errors.New("unknown key")
	}
	return &k.signingKey.PublicKey, nil
}
