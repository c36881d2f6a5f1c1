package auth

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"golang.org/x/crypto/bcrypt"

	"github.com/tableside/tableside/localbase/auth/audit"
)

type adminUserRequest struct {
	ID           string         `json:"id"`
	Role         string         `json:"role"`
	Email        string         `json:"email"`
	Phone        string         `json:"phone"`
	Password     *string        `json:"password"`
	PasswordHash string         `json:"password_hash"`
	EmailConfirm bool           `json:"email_confirm"`
	PhoneConfirm bool           `json:"phone_confirm"`
	UserMetadata map[string]any `json:"user_metadata"`
	AppMetadata  map[string]any `json:"app_metadata"`
	BanDuration  string         `json:"ban_duration"` // such as "24h"; "none" ends a ban
}

// bannedUntil returns the end of the requested ban; nil ends a ban.
func (in adminUserRequest) bannedUntil(now time.Time) (*time.Time, error) {
	if in.BanDuration == "" || in.BanDuration == "none" {
		return nil, nil
	}
	d, err := time.ParseDuration(in.BanDuration)
	if err != nil {
		return nil, newBadRequest(codeValidation, fmt.Sprintf("invalid format for ban duration: %v", err))
	}
	if d == 0 {
		return nil, nil
	}
	until := now.Add(d)
	return &until, nil
}

// createUser handles POST /admin/users. It sends no mail.
func (h *Handler) createUser(r *request) (response, error) {
	in, err := decode[adminUserRequest](r)
	if err != nil {
		return response{}, err
	}
	if in.Email == "" && in.Phone == "" {
		return response{}, newBadRequest(codeValidation, "Cannot create a user without either an email or phone")
	}
	if in.Email != "" {
		if in.Email, err = h.db.checkEmailAvailable(r.Context(), in.Email, uuid.Nil); err != nil {
			return response{}, err
		}
	}
	if in.Phone, err = h.db.checkPhoneAvailable(r.Context(), in.Phone, uuid.Nil); err != nil {
		return response{}, err
	}
	hash, err := h.hashAdminPassword(in)
	if err != nil {
		return response{}, err
	}
	bannedUntil, err := in.bannedUntil(h.now())
	if err != nil {
		return response{}, err
	}
	id := uuid.New()
	if in.ID != "" {
		if id, err = uuid.Parse(in.ID); err != nil {
			return response{}, newBadRequest(codeValidation, "ID must conform to the uuid v4 format")
		}
		if id == uuid.Nil {
			return response{}, newBadRequest(codeValidation, "ID cannot be a nil uuid")
		}
	}
	var user *User
	err = h.db.runTransaction(r.Context(), func(tx database) error {
		var err error
		user, err = h.insertByAdmin(r.Context(), tx, id, in, hash, bannedUntil)
		return err
	})
	if err == nil {
		r.addEvent(audit.UserSignedUp, nil, describeUser(user))
	}
	return respondOK(user), err
}

// hashAdminPassword returns the hash of the password that an administrator has set. The default is
// the hash of a random password.
func (h *Handler) hashAdminPassword(in adminUserRequest) (string, error) {
	if in.PasswordHash != "" {
		if in.Password != nil {
			return "", newBadRequest(codeValidation, "Only a password or a password hash should be provided")
		}
		if _, err := bcrypt.Cost([]byte(in.PasswordHash)); err != nil {
			return "", newBadRequest(codeValidation, "password_hash is not a bcrypt hash")
		}
		return in.PasswordHash, nil
	}
	password := randomBase32(32)
	if in.Password != nil && *in.Password != "" {
		password = *in.Password
	}
	if len(password) > maxPasswordBytes {
		return "", newBadRequest(codeValidation, fmt.Sprintf("Password cannot be longer than %d characters", maxPasswordBytes))
	}
	return h.hashPassword(password)
}

// insertByAdmin inserts the user of a validated request, with an identity for the email address and one for the phone
// number; the request has at least one of them. hash is the bcrypt hash of the password, and bannedUntil is nil for a
// user who is not banned. It returns the user as stored.
func (h *Handler) insertByAdmin(ctx context.Context, tx database, id uuid.UUID, in adminUserRequest, hash string, bannedUntil *time.Time) (*User, error) {
	now := h.now()
	providers := []string{}
	user := &User{ID: id, Aud: audience, Role: audience, Email: in.Email, Phone: in.Phone, passwordHash: hash,
		UserMetadata: merge(in.UserMetadata, nil), CreatedAt: now, BannedUntil: bannedUntil}
	if in.Role != "" {
		user.Role = in.Role
	}
	if in.Email != "" {
		providers = append(providers, providerEmail)
		if in.EmailConfirm {
			user.EmailConfirmedAt = &now
			user.UserMetadata["email_verified"] = true
		}
	}
	if in.Phone != "" {
		providers = append(providers, providerPhone)
		if in.PhoneConfirm {
			user.PhoneConfirmedAt = &now
		}
	}
	user.AppMetadata = merge(map[string]any{"provider": providers[0], "providers": providers}, in.AppMetadata)
	if err := tx.insertUser(ctx, user); err != nil {
		return nil, err
	}
	for _, provider := range providers {
		data := map[string]any{"sub": id.String(), "email_verified": false, "phone_verified": false}
		if provider == providerEmail {
			data["email"] = in.Email
		} else {
			data["phone"] = in.Phone
		}
		err := tx.insertIdentity(ctx, Identity{IdentityID: uuid.New(), ID: id.String(), UserID: id, Data: data,
			Provider: provider, LastSignInAt: &now, CreatedAt: now})
		if err != nil {
			return nil, err
		}
	}
	return tx.findUserByID(ctx, id)
}

// checkEmailAvailable returns the normalized address. The error is 422 email_exists if a user other
// than exceptUser has it.
func (db database) checkEmailAvailable(ctx context.Context, email string, exceptUser uuid.UUID) (string, error) {
	email, err := parseEmail(email)
	if err != nil {
		return "", err
	}
	owner, err := db.findEmailOwner(ctx, email, exceptUser)
	if err == nil && owner != nil {
		err = newUnprocessable(codeEmailExists, emailExistsMessage)
	}
	return email, err
}

// updateUser handles PUT /admin/users/{user_id}.
func (h *Handler) updateUser(r *request) (response, error) {
	in, err := decode[adminUserRequest](r)
	if err != nil {
		return response{}, err
	}
	columns, err := h.buildAdminColumns(r, &in)
	if err != nil {
		return response{}, err
	}
	var user *User
	err = h.db.runTransaction(r.Context(), func(tx database) error {
		if hash, isChanged := columns["encrypted_password"].(string); isChanged {
			if err := tx.storePassword(r.Context(), r.user.ID, hash, h.now()); err != nil {
				return err
			}
			if err := tx.deleteSessions(r.Context(), `user_id = $1`, r.user.ID); err != nil {
				return err
			}
		}
		if err := tx.updateUser(r.Context(), r.user.ID, h.now(), columns); err != nil {
			return err
		}
		if err := h.setAddresses(r, tx, in); err != nil {
			return err
		}
		user, err = tx.findUserByID(r.Context(), r.user.ID)
		return err
	})
	return respondOK(user), err
}

// buildAdminColumns validates an administrator's update and returns the columns to set.
func (h *Handler) buildAdminColumns(r *request, in *adminUserRequest) (map[string]any, error) {
	var err error
	columns := map[string]any{}
	if in.Email != "" {
		if in.Email, err = h.db.checkEmailAvailable(r.Context(), in.Email, r.user.ID); err != nil {
			return nil, err
		}
		columns["email"] = in.Email
	}
	if in.Phone != "" {
		if in.Phone, err = h.db.checkPhoneAvailable(r.Context(), in.Phone, r.user.ID); err != nil {
			return nil, err
		}
		columns["phone"] = in.Phone
	}
	if in.Password != nil {
		if err := h.checkPassword(*in.Password); err != nil {
			return nil, err
		}
		if columns["encrypted_password"], err = h.hashPassword(*in.Password); err != nil {
			return nil, err
		}
	}
	if in.BanDuration != "" {
		if columns["banned_until"], err = in.bannedUntil(h.now()); err != nil {
			return nil, err
		}
	}
	h.addAdminFlags(r.user, *in, columns)
	return columns, nil
}

// addAdminFlags adds the columns that need no validation.
func (h *Handler) addAdminFlags(user *User, in adminUserRequest, columns map[string]any) {
	metadata := user.UserMetadata
	if in.Role != "" {
		columns["role"] = in.Role
	}
	if in.EmailConfirm {
		columns["email_confirmed_at"] = h.now()
		columns["confirmation_token"] = ""
		metadata = merge(metadata, map[string]any{"email_verified": true})
		if in.Email != "" {
			columns["is_anonymous"] = false
		}
	}
	if in.PhoneConfirm {
		columns["phone_confirmed_at"] = h.now()
	}
	if in.AppMetadata != nil {
		columns["raw_app_meta_data"] = merge(user.AppMetadata, in.AppMetadata)
	}
	if in.UserMetadata != nil || in.EmailConfirm {
		columns["raw_user_meta_data"] = merge(metadata, in.UserMetadata)
	}
}

// setAddresses updates the email and phone identities of the user to the new addresses.
func (h *Handler) setAddresses(r *request, tx database, in adminUserRequest) error {
	for _, address := range []struct {
		provider, value string
		confirmed       bool
	}{{providerEmail, in.Email, in.EmailConfirm}, {providerPhone, in.Phone, in.PhoneConfirm}} {
		if address.value == "" {
			continue
		}
		data := map[string]any{"sub": r.user.ID.String(), address.provider: address.value, address.provider + "_verified": address.confirmed}
		if err := h.setIdentity(r, tx, address.provider, data); err != nil {
			return err
		}
	}
	return nil
}

// setIdentity updates or inserts the user's identity of a provider.
func (h *Handler) setIdentity(r *request, tx database, provider string, data map[string]any) error {
	now := h.now()
	for _, identity := range r.user.Identities {
		if identity.Provider == provider {
			return tx.updateIdentity(r.Context(), identity.IdentityID, merge(identity.Data, data), now)
		}
	}
	return tx.insertIdentity(r.Context(), Identity{IdentityID: uuid.New(), ID: r.user.ID.String(), UserID: r.user.ID,
		Data: data, Provider: provider, LastSignInAt: &now, CreatedAt: now})
}
