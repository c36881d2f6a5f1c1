package caller

import (
	"cmp"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"

	"github.com/golang-jwt/jwt/v5"
)

// JWK is a public key that verifies tokens (RFC 7517), for ES256 (curve, x, y) or RS256 (n, e).
type JWK struct {
	Algorithm  string   `json:"alg"`
	Curve      string   `json:"crv,omitempty"`
	KeyID      string   `json:"kid"`
	Type       string   `json:"kty"`
	Use        string   `json:"use"`
	Operations []string `json:"key_ops"`
	Extensible bool     `json:"ext"`
	X          string   `json:"x,omitempty"`
	Y          string   `json:"y,omitempty"`
	N          string   `json:"n,omitempty"`
	E          string   `json:"e,omitempty"`
}

// JWKS is the body of /.well-known/jwks.json.
type JWKS struct {
	Keys []JWK `json:"keys"`
}

// JWKS returns the public keys. It is empty if the shared secret signs tokens.
func (k *Keys) JWKS() JWKS {
	set := JWKS{Keys: []JWK{}}
	for _, key := range k.signingKeys {
		set.Keys = append(set.Keys, key.public)
	}
	return set
}

// SigningKey is a private key that signs tokens with ES256 or RS256.
type SigningKey struct {
	private crypto.Signer
	method  jwt.SigningMethod
	public  JWK
}

// WithSigningKeys returns keys that sign with the first of signing. They verify tokens of all of them
// and of the shared secret, which signs the legacy API keys.
func (k *Keys) WithSigningKeys(signing ...SigningKey) *Keys {
	all := *k
	all.signingKeys, all.cache = signing, newTokenCache()
	return &all
}

// privateJWK is a private key as `supabase gen signing-key` writes it.
type privateJWK struct {
	Type      string `json:"kty"`
	KeyID     string `json:"kid"`
	Algorithm string `json:"alg"`
	Curve     string `json:"crv"`
	D         string `json:"d"`
	N         string `json:"n"`
	E         string `json:"e"`
	P         string `json:"p"`
	Q         string `json:"q"`
}

// ParseSigningKeys reads a JSON array of private JWKs: EC keys with curve P-256, which sign with
// ES256, and RSA keys, which sign with RS256. Each key retains its kid.
func ParseSigningKeys(text []byte) ([]SigningKey, error) {
	var jwks []privateJWK
	if err := json.Unmarshal(text, &jwks); err != nil {
		return nil, fmt.Errorf("read signing keys: %w", err)
	}
	if len(jwks) == 0 {
		return nil, errors.New("the file contains no signing key")
	}
	var keys []SigningKey
	for i, jwk := range jwks {
		key, err := jwk.parse()
		if err != nil {
			return nil, fmt.Errorf("read signing key %d: %w", i+1, err)
		}
		keys = append(keys, key)
	}
	return keys, nil
}

// parse returns the signing key.
func (j privateJWK) parse() (SigningKey, error) {
	switch {
	case j.Type == "EC" && j.Curve == "P-256" && (j.Algorithm == "" || j.Algorithm == "ES256"):
		scalar, err := base64.RawURLEncoding.DecodeString(j.D)
		if err != nil {
			return SigningKey{}, err
		}
		private, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), scalar)
		if err != nil {
			return SigningKey{}, err
		}
		return NewES256Key(private, j.KeyID)
	case j.Type == "RSA" && (j.Algorithm == "" || j.Algorithm == "RS256"):
		private, err := j.parseRSA()
		if err != nil {
			return SigningKey{}, err
		}
		return newRS256Key(private, j.KeyID), nil
	}
	return SigningKey{}, fmt.Errorf("type %q with curve %q and algorithm %q is not supported; use ES256 with P-256, or RS256", j.Type, j.Curve, j.Algorithm)
}

// parseRSA returns the RSA key.
func (j privateJWK) parseRSA() (*rsa.PrivateKey, error) {
	var numbers [5]*big.Int
	for i, text := range []string{j.N, j.E, j.D, j.P, j.Q} {
		digits, err := base64.RawURLEncoding.DecodeString(text)
		if err != nil {
			return nil, err
		}
		numbers[i] = new(big.Int).SetBytes(digits)
	}
	if !numbers[1].IsInt64() {
		return nil, errors.New("the exponent is too large")
	}
	key := &rsa.PrivateKey{
		PublicKey: rsa.PublicKey{N: numbers[0], E: int(numbers[1].Int64())},
		D:         numbers[2], Primes: numbers[3:],
	}
	if err := key.Validate(); err != nil {
		return nil, err
	}
	key.Precompute()
	return key, nil
}

// NewES256Key returns a signing key for ES256. The key must have curve P-256. An empty keyID selects
// the thumbprint of the key (RFC 7638).
func NewES256Key(key *ecdsa.PrivateKey, keyID string) (SigningKey, error) {
	if key.Curve != elliptic.P256() {
		return SigningKey{}, errors.New("ES256 requires a key with curve P-256")
	}
	point, err := key.PublicKey.Bytes() // a byte 4, then x and y
	if err != nil {
		return SigningKey{}, fmt.Errorf("encode public key: %w", err)
	}
	encode := base64.RawURLEncoding.EncodeToString
	x, y := encode(point[1:33]), encode(point[33:])
	thumbprint := computeThumbprint(`{"crv":"P-256","kty":"EC","x":"%s","y":"%s"}`, x, y)
	return SigningKey{private: key, method: jwt.SigningMethodES256, public: JWK{
		Algorithm: "ES256", Curve: "P-256", KeyID: cmp.Or(keyID, thumbprint), Type: "EC", Use: "sig",
		Operations: []string{"verify"}, Extensible: true, X: x, Y: y,
	}}, nil
}

// newRS256Key is NewES256Key for RSA.
func newRS256Key(key *rsa.PrivateKey, keyID string) SigningKey {
	encode := base64.RawURLEncoding.EncodeToString
	n, e := encode(key.N.Bytes()), encode(big.NewInt(int64(key.E)).Bytes())
	thumbprint := computeThumbprint(`{"e":"%s","kty":"RSA","n":"%s"}`, e, n)
	return SigningKey{private: key, method: jwt.SigningMethodRS256, public: JWK{
		Algorithm: "RS256", KeyID: cmp.Or(keyID, thumbprint), Type: "RSA", Use: "sig",
		Operations: []string{"verify"}, Extensible: true, N: n, E: e,
	}}
}

// computeThumbprint returns the digest of a key (RFC 7638): format must contain exactly the required
// members, in lexicographic order.
func computeThumbprint(format string, members ...any) string {
	digest := sha256.Sum256(fmt.Appendf(nil, format, members...))
	return base64.RawURLEncoding.EncodeToString(digest[:])
}

// selectVerificationKey returns the key with the token's kid, or all keys of its algorithm if it has
// none. The library rejects algorithms that don't match the type of the key.
func (k *Keys) selectVerificationKey(token *jwt.Token) (any, error) {
	if token.Method.Alg() == jwt.SigningMethodHS256.Alg() {
		return k.secret, nil
	}
	id, hasID := token.Header["kid"]
	var set jwt.VerificationKeySet
	for _, key := range k.signingKeys {
		if key.method.Alg() == token.Method.Alg() && (!hasID || id == key.public.KeyID) {
			set.Keys = append(set.Keys, key.private.Public())
		}
	}
	if len(set.Keys) == 0 {
		return nil, errors.New("unknown key")
	}
	return set, nil
}
