package localbase

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

const secretsFile = "secrets.json"

// minSecretBytes is Supabase's own bound for a JWT secret, in bytes.
const minSecretBytes = 32

// secrets are made at the first start and kept in the data folder.
type secrets struct {
	JWTSecret      string
	PublishableKey string
	SecretKey      string
	DBPassword     string
}

// supabaseStartSecrets is what every `supabase start` uses, on every machine.
var supabaseStartSecrets = secrets{
	JWTSecret:      "super-secret-jwt-token-with-at-least-32-characters-long",
	PublishableKey: "sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH",
	SecretKey:      "sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz",
	DBPassword:     "postgres",
}

// loadSecrets reads the secrets at path, or makes them. jwtSecret, if given,
// stands in for the kept one; that of `supabase start` brings its keys and
// password along, so that what works there works here.
func loadSecrets(path, jwtSecret string) (secrets, error) {
	if jwtSecret != "" && len(jwtSecret) < minSecretBytes {
		return secrets{}, fmt.Errorf("the JWT secret has %d characters; it needs at least %d", len(jwtSecret), minSecretBytes)
	}
	if jwtSecret == supabaseStartSecrets.JWTSecret {
		return supabaseStartSecrets, nil
	}
	kept, err := readSecrets(path)
	if errors.Is(err, fs.ErrNotExist) {
		kept = newSecrets()
		err = writeSecrets(path, kept)
	}
	if err != nil {
		return secrets{}, err
	}
	if jwtSecret != "" {
		kept.JWTSecret = jwtSecret
	}
	return kept, nil
}

func readSecrets(path string) (secrets, error) {
	var kept secrets
	data, err := os.ReadFile(path)
	if err != nil {
		return kept, fmt.Errorf("read secrets: %w", err)
	}
	if err := json.Unmarshal(data, &kept); err != nil {
		return kept, fmt.Errorf("read secrets in %s: %w", path, err)
	}
	if len(kept.JWTSecret) < minSecretBytes || kept.PublishableKey == "" || kept.SecretKey == "" || kept.DBPassword == "" {
		return kept, fmt.Errorf("read secrets in %s: some are missing; delete the file to have new ones made, which signs everybody out", path)
	}
	return kept, nil
}

// writeSecrets never leaves half a file.
func writeSecrets(path string, kept secrets) error {
	data, err := json.MarshalIndent(kept, "", "  ")
	if err != nil {
		return fmt.Errorf("write secrets: %w", err)
	}
	draft, err := os.CreateTemp(filepath.Dir(path), secretsFile+"-*") // has mode 0600
	if err != nil {
		return fmt.Errorf("write secrets: %w", err)
	}
	defer os.Remove(draft.Name()) // gone already when the rename worked
	if _, err := draft.Write(append(data, '\n')); err != nil {
		draft.Close()
		return fmt.Errorf("write secrets: %w", err)
	}
	if err := errors.Join(draft.Sync(), draft.Close()); err != nil {
		return fmt.Errorf("write secrets: %w", err)
	}
	if err := os.Rename(draft.Name(), path); err != nil {
		return fmt.Errorf("write secrets: %w", err)
	}
	return nil
}

func newSecrets() secrets {
	return secrets{
		JWTSecret:      randomString(30),
		PublishableKey: newAPIKey("sb_publishable_"),
		SecretKey:      newAPIKey("sb_secret_"),
		DBPassword:     randomString(18),
	}
}

// randomString is n bytes of randomness in characters that need no quoting anywhere.
func randomString(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails, it says
	return base64.RawURLEncoding.EncodeToString(b)
}

// newAPIKey makes an API key in the form of Supabase's: 22 random characters and
// a checksum of 8, by which leaked keys are recognized.
func newAPIKey(prefix string) string {
	body := prefix + randomString(16)
	sum := sha256.Sum256([]byte("localbase|" + body))
	return body + "_" + base64.RawURLEncoding.EncodeToString(sum[:])[:8]
}

// newRoleKey is the older form of an API key: a JWT for a role, byte for byte the
// one that `supabase start` makes of the same secret.
func newRoleKey(secret, role string) string {
	encode := base64.RawURLEncoding.EncodeToString
	text := encode([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." +
		encode([]byte(`{"iss":"supabase-demo","role":"`+role+`","exp":1983812996}`))
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(text)) // never fails, it says
	return text + "." + encode(mac.Sum(nil))
}

// computeFolderID identifies a data folder without revealing its path: a digest of the
// path, keyed with the JWT secret. The secret differs between folders that were
// made separately, and the path between a folder and its copy.
func computeFolderID(dir, jwtSecret string) (string, error) {
	path, err := filepath.Abs(dir)
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return "", fmt.Errorf("find the data folder: %w", err)
	}
	mac := hmac.New(sha256.New, []byte(jwtSecret))
	mac.Write([]byte("localbase data folder " + path)) // never fails
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)), nil
}
