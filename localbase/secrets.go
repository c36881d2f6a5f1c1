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

// minSecretBytes is Supabase's minimum length of a JWT secret.
const minSecretBytes = 32

// secrets contains the generated secrets, which the first start stores in the data folder.
type secrets struct {
	JWTSecret      string
	PublishableKey string
	SecretKey      string
	DBPassword     string
}

// supabaseStartSecrets contains the constant secrets of `supabase start`.
var supabaseStartSecrets = secrets{
	JWTSecret:      "super-secret-jwt-token-with-at-least-32-characters-long",
	PublishableKey: "sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH",
	SecretKey:      "sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz",
	DBPassword:     "postgres",
}

// loadSecrets reads the secrets at path, or generates and stores them. A jwtSecret replaces the
// stored JWT secret. The JWT secret of `supabase start` also selects its keys and password, so
// that clients configured for it work without a change.
func loadSecrets(path, jwtSecret string) (secrets, error) {
	if jwtSecret != "" && len(jwtSecret) < minSecretBytes {
		return secrets{}, fmt.Errorf("the JWT secret has %d characters; it needs at least %d", len(jwtSecret), minSecretBytes)
	}
	if jwtSecret == supabaseStartSecrets.JWTSecret {
		return supabaseStartSecrets, nil
	}
	stored, err := readSecrets(path)
	if errors.Is(err, fs.ErrNotExist) {
		stored = newSecrets()
		err = writeSecrets(path, stored)
	}
	if err != nil {
		return secrets{}, err
	}
	if jwtSecret != "" {
		stored.JWTSecret = jwtSecret
	}
	return stored, nil
}

// readSecrets reads the file of secrets. It returns an error if a secret is missing.
func readSecrets(path string) (secrets, error) {
	var stored secrets
	data, err := os.ReadFile(path)
	if err != nil {
		return stored, fmt.Errorf("read secrets: %w", err)
	}
	if err := json.Unmarshal(data, &stored); err != nil {
		return stored, fmt.Errorf("read secrets in %s: %w", path, err)
	}
	if len(stored.JWTSecret) < minSecretBytes || stored.PublishableKey == "" || stored.SecretKey == "" || stored.DBPassword == "" {
		return stored, fmt.Errorf("read secrets in %s: the file is incomplete; delete it to generate new secrets, which signs all users out", path)
	}
	return stored, nil
}

// writeSecrets writes the file atomically.
func writeSecrets(path string, s secrets) error {
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return fmt.Errorf("write secrets: %w", err)
	}
	file, err := os.CreateTemp(filepath.Dir(path), secretsFile+"-*") // mode 0600
	if err != nil {
		return fmt.Errorf("write secrets: %w", err)
	}
	defer os.Remove(file.Name()) // fails after the rename
	if _, err := file.Write(append(data, '\n')); err != nil {
		file.Close()
		return fmt.Errorf("write secrets: %w", err)
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return fmt.Errorf("write secrets: %w", err)
	}
	if err := os.Rename(file.Name(), path); err != nil {
		return fmt.Errorf("write secrets: %w", err)
	}
	return nil
}

// newSecrets returns random secrets.
func newSecrets() secrets {
	return secrets{
		JWTSecret:      randomString(30),
		PublishableKey: newAPIKey("sb_publishable_"),
		SecretKey:      newAPIKey("sb_secret_"),
		DBPassword:     randomString(18),
	}
}

// randomString returns n random bytes in URL-safe base64, which needs no quoting in SQL or URLs.
func randomString(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never returns an error
	return base64.RawURLEncoding.EncodeToString(b)
}

// newAPIKey generates an API key in Supabase's format: 22 random characters and a checksum of 8
// characters, with which scanners detect leaked keys.
func newAPIKey(prefix string) string {
	body := prefix + randomString(16)
	sum := sha256.Sum256([]byte("localbase|" + body))
	return body + "_" + base64.RawURLEncoding.EncodeToString(sum[:])[:8]
}

// newRoleKey returns a legacy API key: a JWT for a role, identical to the key that
// `supabase start` generates from the same secret.
func newRoleKey(secret, role string) string {
	encode := base64.RawURLEncoding.EncodeToString
	text := encode([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." +
		encode([]byte(`{"iss":"supabase-demo","role":"`+role+`","exp":1983812996}`))
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(text)) // never returns an error
	return text + "." + encode(mac.Sum(nil))
}

// computeFolderID returns an identifier of a data folder that does not reveal its path: a digest
// of the path, keyed with the JWT secret. Two folders have different secrets; a folder and its
// copy have different paths.
func computeFolderID(dir, jwtSecret string) (string, error) {
	path, err := filepath.Abs(dir)
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return "", fmt.Errorf("find the data folder: %w", err)
	}
	mac := hmac.New(sha256.New, []byte(jwtSecret))
	mac.Write([]byte("localbase data folder " + path)) // never returns an error
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)), nil
}
