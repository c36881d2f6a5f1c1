package auth

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"
)

// requireUser sets r.user to the user in the path, or responds with 404.
func (h *Handler) requireUser(next endpoint) endpoint {
	return func(r *request) (response, error) {
		id, err := uuid.Parse(r.PathValue("user_id"))
		if err != nil {
			return response{}, newNotFound(codeValidation, "user_id must be an UUID")
		}
		if r.user, err = h.db.findUserByID(r.Context(), id); err != nil {
			return response{}, err
		}
		if r.user == nil {
			return response{}, newNotFound(codeUserNotFound, "User not found")
		}
		return next(r)
	}
}

type userList struct {
	Users []*User `json:"users"`
	Aud   string  `json:"aud"`
}

const defaultPageSize = 50

// listUsers handles GET /admin/users?page=1&per_page=50. Users are sorted from newest to oldest. The
// header X-Total-Count contains the total, Link the next and the last page. ?filter= is a part of the address, in its
// case, or of the full name, case-insensitively. Source: supabase/auth, internal/models/user.go (FindUsersInAudience).
func (h *Handler) listUsers(r *request) (response, error) {
	page, size, err := parsePage(r)
	if err != nil {
		return response{}, err
	}
	const condition = `aud = $1 and ($2 = '' or strpos(email, $2) > 0 or strpos(lower(raw_user_meta_data ->> 'full_name'), lower($2)) > 0)`
	filter := r.URL.Query().Get("filter")
	var total int64
	err = h.db.QueryRow(r.Context(), `select count(*) from auth.users where instance_id = $3 and `+condition, audience, filter, uuid.Nil).Scan(&total)
	if err != nil {
		return response{}, fmt.Errorf("count users: %w", err)
	}
	users, err := h.db.findUsers(r.Context(), condition+` order by created_at desc, id limit $3 offset $4`, audience, filter, size, (page-1)*size)
	if err != nil {
		return response{}, err
	}
	h.setPageHeaders(r, page, size, total)
	return respondOK(userList{Users: users, Aud: audience}), nil
}

// parsePage returns the page, from 1, and its size. The error is 400 validation_failed.
func parsePage(r *request) (page, size int64, err error) {
	page, err = parsePositive(r.URL.Query().Get("page"), 1)
	if err == nil {
		size, err = parsePositive(r.URL.Query().Get("per_page"), defaultPageSize)
	}
	if err != nil {
		return 0, 0, newBadRequest(codeValidation, fmt.Sprintf("Bad Pagination Parameters: %v", err))
	}
	return page, size, nil
}

// setPageHeaders sets X-Total-Count, and Link with the next and the last page.
func (h *Handler) setPageHeaders(r *request, page, size, total int64) {
	r.responseHeader.Set("X-Total-Count", strconv.FormatInt(total, 10))
	r.responseHeader.Set("Link", h.formatPageLinks(r.URL, page, max(1, (total+size-1)/size)))
}

// parsePositive parses a number below 2^31, so that the product of two doesn't overflow. It returns
// fallback for 0 and "".
func parsePositive(text string, fallback int64) (int64, error) {
	if text == "" {
		return fallback, nil
	}
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil {
		return 0, err
	}
	if n == 0 {
		return fallback, nil
	}
	return int64(n), nil
}

// formatPageLinks formats a Link header (RFC 8288) with the next and the last page.
func (h *Handler) formatPageLinks(from *url.URL, page, last int64) string {
	link := func(page int64, rel string) string {
		query := from.Query()
		query.Set("page", strconv.FormatInt(page, 10))
		return fmt.Sprintf(`<%s?%s>; rel="%s"`, from.Path, query.Encode(), rel)
	}
	links := []string{}
	if page < last {
		links = append(links, link(page+1, "next"))
	}
	return strings.Join(append(links, link(last, "last")), ", ")
}

type deleteUserRequest struct {
	SoftDelete bool `json:"should_soft_delete"`
}

// deleteUser handles DELETE /admin/users/{user_id}. A soft delete removes all personal data but not
// the row, to which other tables can refer. The error is 409 conflict if rows refer to the user
// without ON DELETE.
func (h *Handler) deleteUser(r *request) (response, error) {
	var in deleteUserRequest
	if r.ContentLength != 0 {
		var err error
		if in, err = decode[deleteUserRequest](r); err != nil {
			return response{}, err
		}
	}
	err := h.db.runTransaction(r.Context(), func(tx database) error {
		if in.SoftDelete {
			return tx.softDelete(r.Context(), r.user, h.now())
		}
		_, err := tx.Exec(r.Context(), `delete from auth.users where id = $1`, r.user.ID)
		return err
	})
	var pgError *pgconn.PgError
	if errors.As(err, &pgError) && (pgError.Code == foreignKeyViolation || pgError.Code == restrictViolation) {
		return response{}, newUserReferenced(r.user.ID, pgError.ConstraintName, pgError.SchemaName+"."+pgError.TableName)
	}
	if err != nil {
		return response{}, fmt.Errorf("delete user: %w", err)
	}
	return response{status: http.StatusOK, body: emptyBody}, nil
}

// softDelete removes or hashes all personal data of an account.
func (db database) softDelete(ctx context.Context, u *User, now time.Time) error {
	if u.DeletedAt != nil {
		return nil
	}
	if err := db.clearTokens(ctx, u.ID, allTokenKinds...); err != nil {
		return err
	}
	err := db.updateUser(ctx, u.ID, now, map[string]any{
		"email": obscureValue(u.ID, u.Email), "phone": obscureValue(u.ID, u.Phone)[:15], "email_change": "", "phone_change": "",
		"encrypted_password": nil, "raw_user_meta_data": map[string]any{}, "raw_app_meta_data": map[string]any{}, "deleted_at": now,
	})
	if err != nil {
		return err
	}
	for _, identity := range u.Identities {
		_, err := db.Exec(ctx, `update auth.identities set provider_id = $2, identity_data = '{}', updated_at = $3 where id = $1`,
			identity.IdentityID, obscureValue(u.ID, identity.Provider+":"+identity.ID), now)
		if err != nil {
			return err
		}
	}
	for _, sql := range []string{
		`delete from auth.mfa_factors where user_id = $1`,
		`delete from auth.webauthn_credentials where user_id = $1`,
	} {
		if _, err := db.Exec(ctx, sql, u.ID); err != nil {
			return err
		}
	}
	return db.deleteSessions(ctx, `user_id = $1`, u.ID)
}

// obscureValue hashes a personal value, so that unique columns remain unique.
func obscureValue(user uuid.UUID, value string) string {
	sum := sha256.Sum256([]byte(user.String() + value))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// listFactors handles GET /admin/users/{user_id}/factors.
func (h *Handler) listFactors(r *request) (response, error) {
	if r.user.Factors == nil {
		return respondOK([]Factor{}), nil
	}
	return respondOK(r.user.Factors), nil
}

type renameFactorRequest struct {
	FriendlyName string `json:"friendly_name"`
}

// renameFactor handles PUT /admin/users/{user_id}/factors/{factor_id}.
func (h *Handler) renameFactor(r *request, f Factor) (response, error) {
	in, err := decode[renameFactorRequest](r)
	if err != nil || in.FriendlyName == "" {
		return respondOK(f), err
	}
	f.FriendlyName, f.UpdatedAt = in.FriendlyName, h.now()
	_, err = h.db.Exec(r.Context(), `update auth.mfa_factors set friendly_name = $2, updated_at = $3 where id = $1`, f.ID, f.FriendlyName, f.UpdatedAt)
	if isUniqueViolation(err) {
		return response{}, newFactorNameConflict(in.FriendlyName)
	}
	if err != nil {
		return response{}, fmt.Errorf("rename factor: %w", err)
	}
	return respondOK(f), nil
}

// removeFactorByAdmin handles DELETE /admin/users/{user_id}/factors/{factor_id}.
func (h *Handler) removeFactorByAdmin(r *request, f Factor) (response, error) {
	return respondOK(f), h.deleteFactor(r.Context(), f)
}
