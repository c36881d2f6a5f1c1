package caller

import (
	"crypto/sha256"
	"sync"

	"github.com/golang-jwt/jwt/v5"
)

// maxVerifiedTokens limits the memory of the cache to about 2 MB.
const maxVerifiedTokens = 1000

// verifiedToken is a token with a valid signature. Its times are not checked.
type verifiedToken struct {
	claims jwt.MapClaims // read-only
	caller Caller
}

// tokenCache contains the tokens that were verified last, by their SHA-256.
type tokenCache struct {
	mu     sync.RWMutex
	tokens map[[sha256.Size]byte]verifiedToken
}

func newTokenCache() *tokenCache { return &tokenCache{tokens: map[[sha256.Size]byte]verifiedToken{}} }

// find returns a verified token, and false if the cache does not contain it.
func (c *tokenCache) find(token string) (verifiedToken, bool) {
	digest := sha256.Sum256([]byte(token))
	c.mu.RLock()
	defer c.mu.RUnlock()
	verified, ok := c.tokens[digest]
	return verified, ok
}

// put stores a verified token. A full cache starts again, which verifies the tokens in use once more.
func (c *tokenCache) put(token string, verified verifiedToken) {
	digest := sha256.Sum256([]byte(token))
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.tokens) >= maxVerifiedTokens {
		clear(c.tokens)
	}
	c.tokens[digest] = verified
}
