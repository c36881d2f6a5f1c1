package rest

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/localbase/rest/catalog"
	"github.com/tableside/tableside/localbase/rest/plan"
)

// state is the schema cache with the settings that the database can override. A reload replaces it;
// a request uses the same state until it ends.
type state struct {
	catalog         *catalog.Catalog
	settings        plan.Settings
	extraSearchPath []string
	transactionEnd  transactionEnd
	allowsExplain   bool
	preRequest      string // function that runs before each statement, quoted for SQL; "": none
	hidesDetails    bool   // errors have no details and no hint (client_error_verbosity)
}

// transactionEnd is the setting db_tx_end.
type transactionEnd struct {
	rollsBack      bool // unless the client prefers tx=commit
	allowsOverride bool // the client can choose with Prefer: tx
}

// parseTransactionEnd parses commit, rollback, commit-allow-override and rollback-allow-override.
func parseTransactionEnd(value string) transactionEnd {
	end, allowsOverride := strings.CutSuffix(value, "-allow-override")
	return transactionEnd{rollsBack: end == "rollback", allowsOverride: allowsOverride}
}

// isRolledBack reports whether the transaction of a request with this preference is rolled back.
func (t transactionEnd) isRolledBack(prefer string) bool {
	return prefer == "rollback" || t.rollsBack && prefer != "commit"
}

// databaseSettings selects the service's settings from `alter role authenticator set pgrst.<name>
// to '<value>'`. Settings for this database come last, so that they override those for all
// databases.
const databaseSettings = `
select split_part(kv, '=', 1), substr(kv, strpos(kv, '=') + 1)
from pg_db_role_setting s, unnest(s.setconfig) as kv
where s.setrole = (select oid from pg_roles where rolname = session_user)
  and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
  and kv like 'pgrst.%'
order by s.setdatabase`

// readState reads the settings, then the catalog of the schemas in these settings.
func (h *Handler) readState(ctx context.Context, conn *pgx.Conn) (*state, error) {
	s := &state{
		settings:        plan.Settings{MaxRows: h.opts.MaxRows, Aggregates: h.opts.AggregatesEnabled},
		extraSearchPath: h.opts.ExtraSearchPath,
		transactionEnd:  transactionEnd{allowsOverride: h.opts.TxRollbackAllowed},
	}
	schemas := h.opts.Schemas
	hoisted := []string{"statement_timeout", "plan_filter.statement_cost_limit", catalog.IsolationSetting}
	rows, err := conn.Query(ctx, databaseSettings)
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	var name, value string
	_, err = pgx.ForEachRow(rows, []any{&name, &value}, func() error {
		switch name {
		case "pgrst.db_aggregates_enabled":
			s.settings.Aggregates = value == "true"
		case "pgrst.db_tx_end":
			s.transactionEnd = parseTransactionEnd(value)
		case "pgrst.db_plan_enabled":
			s.allowsExplain = value == "true"
		case "pgrst.db_pre_request":
			s.preRequest = quoteFunctionName(value)
		case "pgrst.db_hoisted_tx_settings":
			hoisted = splitNames(value)
		case "pgrst.client_error_verbosity":
			s.hidesDetails = value == "minimal"
		case "pgrst.db_max_rows":
			if n, err := strconv.ParseInt(value, 10, 64); err == nil {
				s.settings.MaxRows = n
			}
		case "pgrst.db_schemas":
			schemas = splitNames(value)
		case "pgrst.db_extra_search_path":
			s.extraSearchPath = splitNames(value)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	s.catalog, err = catalog.Load(ctx, conn, schemas, hoisted)
	return s, err
}

// splitNames splits a comma-separated list ("a, b") and drops empty names.
func splitNames(value string) []string {
	var names []string
	for name := range strings.SplitSeq(value, ",") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// quoteFunctionName quotes a name that can have a schema ("auth.check"). As in PostgREST, the first
// dot ends the schema.
func quoteFunctionName(name string) string {
	if schema, function, found := strings.Cut(name, "."); found {
		return pgx.Identifier{schema, function}.Sanitize()
	}
	if name == "" {
		return ""
	}
	return pgx.Identifier{name}.Sanitize()
}

// isolationLevel returns the isolation level of the function or else of the caller's role; "" is the
// default of the database.
func (req *request) isolationLevel(function []catalog.Setting) pgx.TxIsoLevel {
	for _, settings := range [][]catalog.Setting{function, req.catalog.RoleSettings(req.caller.Role)} {
		for _, s := range settings {
			level := pgx.TxIsoLevel(s.Value)
			if s.Name == catalog.IsolationSetting && (level == pgx.Serializable || level == pgx.RepeatableRead || level == pgx.ReadCommitted) {
				return level
			}
		}
	}
	return ""
}
