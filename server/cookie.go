package server

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	cookieName      = "tableside"
	maxChunkBytes   = 3800 // of a value; browsers store 4,096 bytes with name and attributes
	maxCookieChunks = 12   // for a larger session, seal returns an error
	cookieMaxAge    = 30 * 24 * time.Hour
)

// session is the content of the cookie, where it is encrypted: the browser cannot
// read the tokens. A refresh creates the next generation of the same session. A
// session is not changed after its creation, because requests share it.
type session struct {
	ID           string  `json:"i"` // random, new at each sign-in
	Generation   int     `json:"g"`
	AccessToken  string  `json:"a"`
	RefreshToken string  `json:"r"`
	ExpiresAt    int64   `json:"e"` // of the access token, in Unix seconds of this machine's clock
	Lifetime     int64   `json:"l"` // of the access token when it was issued, in seconds
	User         User    `json:"u"`
	ViewedBy     *viewer `json:"v,omitempty"` // who views as the user; nil: it is the user's own session
}

// sealer encrypts sessions with AES-256-GCM. The first key encrypts. The others decrypt
// cookies that were encrypted before the secret changed.
type sealer struct{ keys []cipher.AEAD }

// newSealer returns a sealer with a key for each secret, in their order.
func newSealer(secrets [][]byte) (*sealer, error) {
	s := &sealer{}
	for _, secret := range secrets {
		key, err := deriveCookieKey(secret)
		if err != nil {
			return nil, err
		}
		s.keys = append(s.keys, key)
	}
	return s, nil
}

// deriveCookieKey returns AES-256-GCM with a key that is derived from a secret (HKDF-SHA256).
func deriveCookieKey(secret []byte) (cipher.AEAD, error) {
	key, err := hkdf.Key(sha256.New, secret, nil, "tableside session 2", 32)
	if err != nil {
		return nil, fmt.Errorf("derive the cookie key: %w", err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("create the cookie cipher: %w", err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return nil, fmt.Errorf("create the cookie cipher: %w", err)
	}
	return aead, nil
}

// encrypt returns a value as a text that only decrypt can read, with the same purpose.
func (s *sealer) encrypt(purpose string, value any) (string, error) {
	plain, err := json.Marshal(value)
	if err != nil {
		return "", fmt.Errorf("encode a cookie: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(s.keys[0].Seal(nil, nil, plain, []byte(purpose))), nil
}

var errForeignCookie = errors.New("not a cookie of this server")

// decrypt reads the result of encrypt. The error is errForeignCookie.
func (s *sealer) decrypt(purpose, text string, into any) error {
	sealed, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return errForeignCookie
	}
	for _, key := range s.keys {
		plain, err := key.Open(nil, nil, sealed, []byte(purpose))
		if err != nil {
			continue // sealed with another secret or for another purpose, or changed
		}
		if err := json.Unmarshal(plain, into); err != nil {
			return errForeignCookie
		}
		return nil
	}
	return errForeignCookie
}

// seal returns a session as the value of the cookie. Codes: session_too_large.
func (s *sealer) seal(session *session) (string, error) {
	value, err := s.encrypt(cookieName, session)
	if err != nil {
		return "", err
	}
	if len(value) > maxChunkBytes*maxCookieChunks {
		return "", newSessionTooLargeError(len(value), maxChunkBytes*maxCookieChunks)
	}
	return value, nil
}

func newSessionTooLargeError(size, limit int) *Error {
	return &Error{
		Code:    CodeSessionTooLarge,
		Message: fmt.Sprintf("Your session is too large: it has %d kB, and a browser stores at most %d kB.", size/1000, limit/1000),
		Hint:    "Ask the owner of this workspace to reduce the metadata of your account or the claims that a hook adds to tokens.",
	}
}

// open decrypts the value of a cookie. The error is errForeignCookie.
func (s *sealer) open(value string) (*session, error) {
	var opened session
	if err := s.decrypt(cookieName, value, &opened); err != nil {
		return nil, err
	}
	return &opened, nil
}

// cookieChunkPrefix returns the name of all chunks' cookies without their index. On
// https, "__Host-" prevents other hosts of the domain from setting them.
func cookieChunkPrefix(secure bool) string {
	if secure {
		return "__Host-" + cookieName + "."
	}
	return cookieName + "."
}

// readCookie returns the session cookie, "" if there is none.
func readCookie(r *http.Request, secure bool) string {
	return readChunks(r, cookieChunkPrefix(secure), maxCookieChunks)
}

// readChunks returns the joined values of the cookies prefix0, prefix1 and so on, up to
// the first one that is missing.
func readChunks(r *http.Request, prefix string, maxChunks int) string {
	chunks := make([]string, maxChunks+1) // the last one stays empty
	for _, cookie := range r.Cookies() {
		index, isChunk := strings.CutPrefix(cookie.Name, prefix)
		if !isChunk {
			continue
		}
		i, err := strconv.Atoi(index)
		if err == nil && 0 <= i && i < maxChunks && index == strconv.Itoa(i) && chunks[i] == "" {
			chunks[i] = cookie.Value
		}
	}
	return strings.Join(chunks[:slices.Index(chunks, "")], "")
}

// writeCookie sets the session cookie, and deletes it for the value "".
func writeCookie(header http.Header, r *http.Request, secure bool, value string) {
	writeChunks(header, r, value, maxCookieChunks, http.Cookie{
		Name: cookieChunkPrefix(secure), Path: "/", HttpOnly: true, Secure: secure,
		SameSite: http.SameSiteLaxMode, MaxAge: int(cookieMaxAge.Seconds()),
	})
}

// writeChunks sets the cookies of the value's chunks and deletes the other chunks that
// the browser has. With the value "" it deletes all of them. like has the attributes and
// the prefix of the names.
func writeChunks(header http.Header, r *http.Request, value string, maxChunks int, like http.Cookie) {
	for i := range maxChunks {
		cookie := like
		cookie.Name += strconv.Itoa(i)
		if len(value) > 0 {
			size := min(maxChunkBytes, len(value))
			cookie.Value, value = value[:size], value[size:]
		} else if _, err := r.Cookie(cookie.Name); err != nil {
			return
		} else {
			cookie.MaxAge = -1
		}
		header.Add("Set-Cookie", cookie.String())
	}
}
