package auth

import (
	"fmt"

	"github.com/google/uuid"

	"github.com/tableside/tableside/localbase/auth/audit"
	"github.com/tableside/tableside/localbase/caller"
)

// addEvent adds an entry to the audit log if the endpoint succeeds. The actor is the user, or the
// secret key if user is nil.
func (r *request) addEvent(action audit.Action, user *User, traits map[string]any) {
	event := audit.Event{Action: action, ActorName: caller.RoleService, Traits: traits}
	if user != nil {
		event.ActorID, event.ActorName = user.ID, user.Email
		if user.Phone != "" {
			event.ActorName = user.Phone
		}
		event.FullName, _ = user.UserMetadata["full_name"].(string) // any JSON value
	}
	r.events = append(r.events, event)
}

// describeUser returns the traits of a user on whom an administrator acted.
func describeUser(user *User) map[string]any {
	return map[string]any{"user_id": user.ID, "user_email": user.Email, "user_phone": user.Phone}
}

// recordByUser adds an entry of the authenticated user to the audit log if the endpoint succeeds.
func (h *Handler) recordByUser(action audit.Action, next endpoint) endpoint {
	return func(r *request) (response, error) {
		result, err := next(r)
		if err == nil {
			r.addEvent(action, r.user, nil)
		}
		return result, err
	}
}

// recordByAdmin adds an entry of the secret key about r.user to the audit log if the endpoint succeeds.
func (h *Handler) recordByAdmin(action audit.Action, next endpoint) endpoint {
	return func(r *request) (response, error) {
		result, err := next(r)
		if err == nil {
			r.addEvent(action, nil, describeUser(r.user))
		}
		return result, err
	}
}

// listAuditLog handles GET /admin/audit?query=author:ada&page=1&per_page=50. The latest entries are
// first.
func (h *Handler) listAuditLog(r *request) (response, error) {
	page, size, err := parsePage(r)
	if err != nil {
		return response{}, err
	}
	query := r.URL.Query().Get("query")
	filter, ok := audit.ParseFilter(query)
	if !ok {
		return response{}, newBadRequest(codeValidation, "Invalid query scope: "+query)
	}
	entries, total, err := audit.List(r.Context(), h.db, filter, size, (page-1)*size)
	if err != nil {
		return response{}, err
	}
	h.setPageHeaders(r, page, size, total)
	return respondOK(entries), nil
}

// storeEvents stores the entries of a request whose endpoint succeeded. It only logs an error, because
// the endpoint has changed the database already.
func (h *Handler) storeEvents(r *request) {
	if len(r.events) == 0 {
		return
	}
	if err := audit.Store(r.Context(), h.db, r.address(), h.now(), r.events...); err != nil && r.Context().Err() == nil {
		h.opts.Logger.Error("store the audit log", "error", err)
	}
}

// newUserReferenced returns the error for the deletion of a user whom other rows refer to. Supabase
// Auth returns 500 unexpected_failure without a reason.
func newUserReferenced(user uuid.UUID, constraint, table string) *Error {
	return newError(409, codeConflict, fmt.Sprintf(
		"The user %s can't be deleted: rows of the table %s refer to it (constraint %s). Delete these rows, or add ON DELETE CASCADE or SET NULL to the constraint.",
		user, table, constraint))
}
