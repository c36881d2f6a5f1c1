package auth

import (
	"testing"
	"time"

	"golang.org/x/crypto/bcrypt"
)

// Password hashing must leave processors for other requests.
func TestConcurrentPasswordHashingIsLimited(t *testing.T) {
	h := New(Options{PasswordCost: bcrypt.MinCost})
	var unlocks []func()
	for range cap(h.hashingSlots) {
		unlocks = append(unlocks, h.lockHashing())
	}
	done := make(chan struct{}, 2)
	go func() { h.isCorrectPassword(nil, "password"); done <- struct{}{} }()
	go func() { _, _ = h.hashPassword("password"); done <- struct{}{} }()
	select {
	case <-done:
		t.Error("a password was hashed above the limit")
	case <-time.After(100 * time.Millisecond):
	}
	for _, unlock := range unlocks {
		unlock()
	}
	<-done
	<-done
}
