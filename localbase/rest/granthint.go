package rest

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/localbase/caller"
	"github.com/tableside/tableside/localbase/rest/pgrsterr"
)

// deniedRelation matches PostgreSQL's message (aclcheck_error) for a relation without the privilege.
var deniedRelation = regexp.MustCompile(`^permission denied for (?:table|view|materialized view|foreign table) (.+)$`)

// addGrantHint sets the hint of err to the missing GRANT if the caller's role lacks a privilege for a relation in the
// schema of the request. In hosted projects, the extension supautils sets it for the roles of the API. It leaves other
// errors unchanged, also those in functions, whose statements are unknown. The transaction of conn must have ended.
func (req *request) addGrantHint(ctx context.Context, conn *pgx.Conn, err error) {
	var rejected *pgrsterr.Error
	if !errors.As(err, &rejected) || rejected.Code != "42501" || rejected.Hint != nil || req.isRPC {
		return
	}
	match := deniedRelation.FindStringSubmatch(rejected.Message)
	if match == nil || !slices.Contains([]string{caller.RoleAnon, caller.RoleAuthenticated, caller.RoleService}, req.caller.Role) {
		return
	}
	privileges := []string{"SELECT"}
	if match[1] == req.target {
		privileges = req.requiredPrivileges()
	}
	var grant *string
	queryErr := conn.QueryRow(ctx, `
		select format('GRANT %s ON %I.%I TO %I', string_agg(p.name, ', ' order by p.position), n.nspname, c.relname, $1::text)
		from pg_class c
		join pg_namespace n on n.oid = c.relnamespace
		cross join unnest($2::text[]) with ordinality p (name, position)
		where n.nspname = $3 and c.relname = $4 and not has_table_privilege($1, c.oid, p.name)
		group by n.nspname, c.relname`,
		req.caller.Role, privileges, req.schema, match[1]).Scan(&grant)
	if queryErr == nil && grant != nil {
		rejected.Hint = "Grant the required privileges to the current role with: " + *grant + ";"
	}
}

// requiredPrivileges returns the privileges for the target that the request needs. A change with a filter, and one that
// returns rows, also reads them.
func (req *request) requiredPrivileges() []string {
	switch req.httpRequest.Method {
	case http.MethodPost:
		needed := []string{"INSERT"}
		if req.prefer.Return == "representation" || req.prefer.Resolution != "" {
			needed = append([]string{"SELECT"}, needed...)
		}
		if req.prefer.Resolution == "merge-duplicates" {
			needed = append(needed, "UPDATE")
		}
		return needed
	case http.MethodPut:
		return []string{"SELECT", "INSERT", "UPDATE"}
	case http.MethodPatch:
		return []string{"SELECT", "UPDATE"}
	case http.MethodDelete:
		return []string{"SELECT", "DELETE"}
	default:
		return []string{"SELECT"}
	}
}
