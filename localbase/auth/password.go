package auth

import (
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/bcrypt"
)

// maxPasswordBytes is the maximum length that bcrypt supports. Longer passwords are rejected.
const maxPasswordBytes = 72

// dummyHash is the hash of a random password with bcrypt's default cost.
const dummyHash = "$2a$10$34o1h8C1H2Jinj65t89oyuTh.v8Nj./JDujz.NasnABzzH.Y.a63G"

// lockHashing limits the number of concurrent hashes to half of the processors, so that other
// requests are served while many users sign in. It waits for a slot and returns the function
// that releases it.
func (h *Handler) lockHashing() (unlock func()) {
	h.hashingSlots <- struct{}{}
	return func() { <-h.hashingSlots }
}

// hashPassword returns the bcrypt hash of a password. It waits if too many hashes are being
// computed (lockHashing).
func (h *Handler) hashPassword(password string) (string, error) {
	defer h.lockHashing()()
	hash, err := bcrypt.GenerateFromPassword([]byte(password), h.opts.PasswordCost)
	if err != nil {
		return "", fmt.Errorf("hash password: %w", err)
	}
	return string(hash), nil
}

// isCorrectPassword reports whether password is u's password. It takes the same time if u is nil or
// has no password, so that the response time doesn't reveal whether an account exists.
func (h *Handler) isCorrectPassword(u *User, password string) bool {
	defer h.lockHashing()()
	if u == nil || !u.hasPassword() {
		if h.opts.PasswordCost == bcrypt.DefaultCost {
			_ = bcrypt.CompareHashAndPassword([]byte(dummyHash), []byte(password))
		} else {
			_, _ = bcrypt.GenerateFromPassword([]byte(password), h.opts.PasswordCost) // takes the same time
		}
		return false
	}
	return bcrypt.CompareHashAndPassword([]byte(u.passwordHash), []byte(password)) == nil
}

// checkPassword returns 422 weak_password, with reasons, if the password doesn't meet the
// requirements.
func (h *Handler) checkPassword(password string) error {
	if len(password) > maxPasswordBytes {
		return newBadRequest(codeValidation, fmt.Sprintf("Password cannot be longer than %d characters", maxPasswordBytes))
	}
	var reasons, messages []string
	if utf8.RuneCountInString(password) < h.opts.PasswordMinLength {
		reasons = append(reasons, "length")
		messages = append(messages, fmt.Sprintf("Password should be at least %d characters.", h.opts.PasswordMinLength))
	}
	if lacksCharacterSet(password, h.opts.PasswordRequiredCharacters) {
		reasons = append(reasons, "characters")
		messages = append(messages, fmt.Sprintf("Password should contain at least one character of each: %s.",
			strings.Join(h.opts.PasswordRequiredCharacters, ", ")))
	}
	if len(reasons) == 0 {
		return nil
	}
	weak := newError(http.StatusUnprocessableEntity, codeWeakPassword, strings.Join(messages, " "))
	weak.Reasons = reasons
	return weak
}

// lacksCharacterSet reports whether there is a set of which password contains no character.
func lacksCharacterSet(password string, sets []string) bool {
	for _, set := range sets {
		if !strings.ContainsAny(password, set) {
			return true
		}
	}
	return false
}
