package auth

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Types of mail. All except reauthentication are also types of /verify.
const (
	mailSignup           = "signup"
	mailInvite           = "invite"
	mailMagicLink        = "magiclink"
	mailRecovery         = "recovery"
	mailEmailChange      = "email_change"
	mailReauthentication = "reauthentication"
)

// tokenKind is a value of the SQL type auth.one_time_token_type, and the name of the column of
// auth.users that contains the same hash.
type tokenKind string

const (
	confirmationToken     tokenKind = "confirmation_token"
	recoveryToken         tokenKind = "recovery_token"
	reauthenticationToken tokenKind = "reauthentication_token"
	emailChangeNew        tokenKind = "email_change_token_new"
	emailChangeCurrent    tokenKind = "email_change_token_current"
)

var allTokenKinds = []tokenKind{confirmationToken, recoveryToken, reauthenticationToken, emailChangeNew, emailChangeCurrent}

// pkcePrefix is the prefix of hashes whose link leads to an authorization code, not to a session.
const pkcePrefix = "pkce_"

// oneTimeToken is a code that proves the ownership of an address once.
type oneTimeToken struct {
	userID    uuid.UUID
	kind      tokenKind
	hash      string
	relatesTo string
	createdAt time.Time
}

// generateCode returns a random code of OTPLength digits.
func (h *Handler) generateCode() string {
	limit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(h.opts.OTPLength)), nil)
	n, _ := rand.Int(rand.Reader, limit) // never returns an error
	return fmt.Sprintf("%0*d", h.opts.OTPLength, n)
}

// hashCode returns the hash of a code and its address, which is stored and used in links.
func hashCode(address, code string) string {
	sum := sha256.Sum224([]byte(address + code))
	return hex.EncodeToString(sum[:])
}

// setToken replaces the user's token of a kind. relatesTo is the address of the mail.
func (db database) setToken(ctx context.Context, user uuid.UUID, kind tokenKind, relatesTo, hash string, now time.Time) error {
	if err := db.clearTokens(ctx, user, kind); err != nil {
		return err
	}
	_, err := db.Exec(ctx, `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
		values ($1, $2, $3, $4, $5, $6, $6)`, uuid.New(), user, string(kind), hash, strings.ToLower(relatesTo), now)
	if err != nil {
		return fmt.Errorf("insert one-time token: %w", err)
	}
	return db.updateUser(ctx, user, now, map[string]any{string(kind): hash})
}

// clearTokens deletes the user's tokens of the kinds.
func (db database) clearTokens(ctx context.Context, user uuid.UUID, kinds ...tokenKind) error {
	var names, set []string
	for _, kind := range kinds {
		names = append(names, string(kind))
		set = append(set, string(kind)+" = ''")
	}
	_, err := db.Exec(ctx, `delete from auth.one_time_tokens where user_id = $1 and token_type::text = any($2)`, user, names)
	if err == nil {
		_, err = db.Exec(ctx, `update auth.users set `+strings.Join(set, ", ")+` where id = $1`, user)
	}
	if err != nil {
		return fmt.Errorf("clear one-time tokens: %w", err)
	}
	return nil
}

// findTokenByHash returns a token of the kinds with one of the hashes, or nil. It locks the token, so
// that concurrent requests can't use it twice.
func (db database) findTokenByHash(ctx context.Context, hashes []string, kinds ...tokenKind) (*oneTimeToken, error) {
	var names []string
	for _, kind := range kinds {
		names = append(names, string(kind))
	}
	var t oneTimeToken
	err := db.QueryRow(ctx, `select user_id, token_type::text, token_hash, relates_to, created_at at time zone 'utc'
		from auth.one_time_tokens where token_hash = any($1) and token_type::text = any($2) limit 1 for update`, hashes, names).
		Scan(&t.userID, &t.kind, &t.hash, &t.relatesTo, &t.createdAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find one-time token: %w", err)
	}
	return &t, nil
}

// sendToken creates a code for the address `to`, stores its hash in tx, replacing an earlier code of this kind, and adds
// the mail with the code to r.queuedMails, which are sent after the transaction. lastSent is the time of the user's last
// mail of this kind, or nil. With a PKCE challenge, the link in the mail leads to an authorization code. The error is that
// of consumeMailLimit.
func (h *Handler) sendToken(r *request, tx database, user *User, mailType string, kind tokenKind, to string, lastSent *time.Time, challenge pkce) error {
	now := h.now()
	if err := h.consumeMailLimit(lastSent); err != nil {
		return err
	}
	code := h.generateCode()
	hash := challenge.tokenPrefix() + hashCode(to, code)
	if err := tx.setToken(r.Context(), user.ID, kind, to, hash, now); err != nil {
		return err
	}
	mail, err := h.composeMail(mailType, to, code, hash, h.redirectTarget(r.Request))
	if err != nil {
		return err
	}
	r.queuedMails = append(r.queuedMails, mail)
	return nil
}

// consumeMailLimit counts a mail. It returns 429 over_email_send_rate_limit if less than
// MailInterval has passed since lastSent (nil if no mail was sent), or if this hour's mails are
// used up (RateLimits.EmailSent).
func (h *Handler) consumeMailLimit(lastSent *time.Time) error {
	now := h.now()
	if lastSent != nil {
		if wait := lastSent.Add(h.opts.MailInterval).Sub(now); wait > 0 {
			return newError(http.StatusTooManyRequests, codeMailRateLimit, fmt.Sprintf(
				"For security purposes, you can only request this after %d seconds.", int((wait+time.Second-1)/time.Second)))
		}
	}
	if !h.limits.mails.allow("", now) {
		return newError(http.StatusTooManyRequests, codeMailRateLimit, "email rate limit exceeded")
	}
	return nil
}

// simulateMail applies consumeMailLimit to an address to which no mail is sent. Otherwise a second
// request within the interval would reveal whether the address has an account.
func (h *Handler) simulateMail(mailType, address string) error {
	h.simulatedMails.mu.Lock()
	defer h.simulatedMails.mu.Unlock()
	key := mailType + " " + address
	var lastSent *time.Time
	if last, ok := h.simulatedMails.sent[key]; ok {
		lastSent = &last
	}
	if err := h.consumeMailLimit(lastSent); err != nil {
		return err
	}
	if len(h.simulatedMails.sent) >= maxBuckets {
		clear(h.simulatedMails.sent)
	}
	h.simulatedMails.sent[key] = h.now()
	return nil
}

// simulatedMails contains the time of the last simulated mail, by type and address.
type simulatedMails struct {
	mu   sync.Mutex
	sent map[string]time.Time
}

// sendConfirmation sends a mail that confirms the address of a new user.
func (h *Handler) sendConfirmation(r *request, tx database, user *User, challenge pkce) error {
	if err := tx.insertMailFlow(r.Context(), user.ID, methodSignup, challenge, h.now()); err != nil {
		return err
	}
	err := h.sendToken(r, tx, user, mailSignup, confirmationToken, user.Email, user.ConfirmationSentAt, challenge)
	if err != nil {
		return err
	}
	return tx.updateUser(r.Context(), user.ID, h.now(), map[string]any{"confirmation_sent_at": h.now()})
}

// sendInvite sends a mail to a user whom an administrator has invited.
func (h *Handler) sendInvite(r *request, tx database, user *User) error {
	if err := h.sendToken(r, tx, user, mailInvite, confirmationToken, user.Email, nil, pkce{}); err != nil {
		return err
	}
	now := h.now()
	return tx.updateUser(r.Context(), user.ID, now, map[string]any{"confirmation_sent_at": now, "invited_at": now})
}

// sendRecovery sends a mail of type recovery or magiclink, whose link signs in.
func (h *Handler) sendRecovery(r *request, tx database, user *User, mailType string, challenge pkce) error {
	if err := tx.insertMailFlow(r.Context(), user.ID, mailType, challenge, h.now()); err != nil {
		return err
	}
	err := h.sendToken(r, tx, user, mailType, recoveryToken, user.Email, user.RecoverySentAt, challenge)
	if err != nil {
		return err
	}
	return tx.updateUser(r.Context(), user.ID, h.now(), map[string]any{"recovery_sent_at": h.now()})
}

// sendEmailChange sends mails that confirm an email change: to the new address and, unless
// SingleEmailChange is set, to the current address.
func (h *Handler) sendEmailChange(r *request, tx database, user *User, email string, challenge pkce) error {
	now := h.now()
	if err := tx.insertMailFlow(r.Context(), user.ID, mailEmailChange, challenge, now); err != nil {
		return err
	}
	err := h.sendToken(r, tx, user, mailEmailChange, emailChangeNew, email, user.EmailChangeSentAt, challenge)
	if err != nil {
		return err
	}
	if err := tx.clearTokens(r.Context(), user.ID, emailChangeCurrent); err != nil {
		return err
	}
	if user.Email != "" && !h.opts.SingleEmailChange {
		if err := h.sendToken(r, tx, user, mailEmailChange, emailChangeCurrent, user.Email, nil, challenge); err != nil {
			return err
		}
	}
	return tx.updateUser(r.Context(), user.ID, now, map[string]any{
		"email_change": email, "email_change_sent_at": now, "email_change_confirm_status": 0,
	})
}
