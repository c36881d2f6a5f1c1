package auth

import (
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/bcrypt"
)

// maxPasswordBytes is what bcrypt reads of a password; a longer one is refused
// rather than cut.
const maxPasswordBytes = 72

// dummyHash is the hash of a random password, of bcrypt's default cost.
const dummyHash = "$2a$10$34o1h8C1H2Jinj65t89oyuTh.v8Nj./JDujz.NasnABzzH.Y.a63G"

// lockHashing waits until fewer passwords are hashed than half of the processors
// can hash, and returns the function that ends it. Hashing takes the whole time of
// a processor, and other requests must still be served while many passwords are tried.
func (h *Handler) lockHashing() (unlock func()) {
	h.hashingSlots <- struct{}{}
	return func() { <-h.hashingSlots }
}

func (h *Handler) hashPassword(password string) (string, error) {
	defer h.lockHashing()()
	hash, err := bcrypt.GenerateFromPassword([]byte(password), h.opts.PasswordCost)
	if err != nil {
		return "", fmt.Errorf("hash password: %w", err)
	}
	return string(hash), nil
}

// isCorrectPassword takes as long for u nil, or without a password, as for a wrong
// one, so that the time of the answer doesn't tell.
func (h *Handler) isCorrectPassword(u *User, password string) bool {
	defer h.lockHashing()()
	if u == nil || !u.hasPassword() {
		if h.opts.PasswordCost == bcrypt.DefaultCost {
			_ = bcrypt.CompareHashAndPassword([]byte(dummyHash), []byte(password))
		} else {
			_, _ = bcrypt.GenerateFromPassword([]byte(password), h.opts.PasswordCost) // the same work
		}
		return false
	}
	return bcrypt.CompareHashAndPassword([]byte(u.passwordHash), []byte(password)) == nil
}

// checkPassword answers 422 weak_password, with its reasons, for one that the
// settings don't allow.
func (h *Handler) checkPassword(password string) error {
	if len(password) > maxPasswordBytes {
		return newBadRequest(codeValidation, fmt.Sprintf("Password cannot be longer than %d characters", maxPasswordBytes))
	}
	var reasons, messages []string
	if utf8.RuneCountInString(password) < h.opts.PasswordMinLength {
		reasons = append(reasons, "length")
		messages = append(messages, fmt.Sprintf("Password should be at least %d characters.", h.opts.PasswordMinLength))
	}
	if isMissingSet(password, h.opts.PasswordRequiredCharacters) {
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

func isMissingSet(password string, sets []string) bool {
	for _, set := range sets {
		if !strings.ContainsAny(password, set) {
			return true
		}
	}
	return false
}
