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
	ID           string `json:"i"` // random, new at each sign-in
	Generation   int    `json:"g"`
	AccessToken  string `json:"a"`
	RefreshToken string `json:"r"`
	ExpiresAt    int64  `json:"e"` // of the access token, in Unix seconds of this machine's clock
	Lifetime     int64  `json:"l"` // of the access token when it was issued, in seconds
	User         User   `json:"u"`
}

// sealer encrypts sessions with AES-256-GCM. The first key encrypts. The others decrypt
// cookies that were encrypted before the secret changed.
type sealer struct{ keys []cipher.AEAD }

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

// seal returns a session as the value of the cookie. Codes: session_too_large.
func (s *sealer) seal(session *session) (string, error) {
	plain, err := json.Marshal(session)
	if err != nil {
		return "", fmt.Errorf("encode a session: %w", err)
	}
	value := base64.RawURLEncoding.EncodeToString(s.keys[0].Seal(nil, nil, plain, []byte(cookieName)))
	if len(value) > maxChunkBytes*maxCookieChunks {
		return "", &Error{
			Code:    CodeSessionTooLarge,
			Message: fmt.Sprintf("Your session is too large: it has %d kB, and a browser stores at most %d kB.", len(value)/1000, maxChunkBytes*maxCookieChunks/1000),
			Hint:    "Ask the owner of this workspace to reduce the metadata of your account or the claims that a hook adds to tokens.",
		}
	}
	return value, nil
}

var errForeignCookie = errors.New("not a cookie of this server")

// open decrypts the value of a cookie. The error is errForeignCookie.
func (s *sealer) open(value string) (*session, error) {
	sealed, err := base64.RawURLEncoding.DecodeString(value)
	if err != nil {
		return nil, errForeignCookie
	}
	for _, key := range s.keys {
		plain, err := key.Open(nil, nil, sealed, []byte(cookieName))
		if err != nil {
			continue // sealed with another secret, or changed
		}
		var opened session
		if err := json.Unmarshal(plain, &opened); err != nil {
			return nil, errForeignCookie
		}
		return &opened, nil
	}
	return nil, errForeignCookie
}

// cookieChunkPrefix returns the name of all chunks' cookies without their index. On
// https, "__Host-" prevents other hosts of the domain from setting them.
func cookieChunkPrefix(secure bool) string {
	if secure {
		return "__Host-" + cookieName + "."
	}
	return cookieName + "."
}

// readCookie returns the joined values of the chunks' cookies, up to the first chunk
// that is missing; "" without a first chunk.
func readCookie(r *http.Request, secure bool) string {
	var chunks [maxCookieChunks + 1]string // the last one stays empty
	prefix := cookieChunkPrefix(secure)
	for _, cookie := range r.Cookies() {
		index, isChunk := strings.CutPrefix(cookie.Name, prefix)
		if !isChunk {
			continue
		}
		i, err := strconv.Atoi(index)
		if err == nil && 0 <= i && i < maxCookieChunks && index == strconv.Itoa(i) && chunks[i] == "" {
			chunks[i] = cookie.Value
		}
	}
	return strings.Join(chunks[:slices.Index(chunks[:], "")], "")
}

// writeCookie sets the cookies of the value's chunks and deletes the other chunks that
// the browser has. With the value "" it deletes all of them.
func writeCookie(header http.Header, r *http.Request, secure bool, value string) {
	for i := range maxCookieChunks {
		cookie := &http.Cookie{
			Name: cookieChunkPrefix(secure) + strconv.Itoa(i), Path: "/", HttpOnly: true, Secure: secure,
			SameSite: http.SameSiteLaxMode, MaxAge: int(cookieMaxAge.Seconds()),
		}
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
