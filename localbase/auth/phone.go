package auth

import (
	"context"
	"regexp"
	"strings"

	"github.com/google/uuid"
)

// providerPhone is the provider of phone identities. This service doesn't support sign-in by phone,
// but administrators can store phone numbers.
const providerPhone = "phone"

// noPhoneSupport completes the messages of Supabase Auth for a disabled phone provider: no setting can
// enable it.
const noPhoneSupport = ": localbase does not support phone and SMS"

// newPhoneDisabled returns the error of a request to sign in or to register with a phone number.
func newPhoneDisabled(status int, message string) *Error {
	return newError(status, codePhoneProviderDisabled, message+noPhoneSupport)
}

var phoneFormat = regexp.MustCompile(`^[1-9][0-9]{1,14}$`)

// parsePhone returns the digits of a number in E.164 format.
func parsePhone(phone string) (string, error) {
	phone = strings.NewReplacer("+", "", " ", "").Replace(phone)
	if !phoneFormat.MatchString(phone) {
		return "", newBadRequest(codeValidation, "Invalid phone number format (E.164 required)")
	}
	return phone, nil
}

// checkPhoneAvailable returns the digits of a phone number, or "" for "". The error is 422
// phone_exists if a user other than exceptUser has it.
func (db database) checkPhoneAvailable(ctx context.Context, phone string, exceptUser uuid.UUID) (string, error) {
	if phone == "" {
		return "", nil
	}
	phone, err := parsePhone(phone)
	if err != nil {
		return "", err
	}
	owner, err := db.findUser(ctx, `phone = $1 and id <> $2`, phone, exceptUser)
	if err == nil && owner != nil {
		err = newUnprocessable(codePhoneExists, "Phone number already registered by another user")
	}
	return phone, err
}
