package schema

import "encoding/json"

// ActionKind is the kind of function that an action runs.
type ActionKind string

// The kinds of actions.
const (
	DatabaseAction ActionKind = "database" // POST /api/rpc/:name with Content-Profile: schema
	EdgeAction     ActionKind = "edge"     // /api/functions/:name with the action's method
)

// Action is a function that the user can run, with everything that a form needs.
type Action struct {
	ID          string           `json:"id"` // unique: "public.restock", "public.add(a,b)" for an overload, "edge:quote-shipping"
	Kind        ActionKind       `json:"kind"`
	Schema      string           `json:"schema"` // "" for edge functions
	Name        string           `json:"name"`
	Title       string           `json:"title"`       // tag @title, or the name as words
	Label       string           `json:"label"`       // of buttons: tag @action, or the title
	Description string           `json:"description"` // "": none
	Icon        string           `json:"icon"`        // name of a Lucide icon, e.g. "flame"; "": none
	Method      string           `json:"method"`      // "POST" for database functions
	Body        ActionBody       `json:"body"`
	Accept      string           `json:"accept"`      // media types of a file body, e.g. "text/csv"; "": any
	InputSchema json.RawMessage  `json:"inputSchema"` // JSON Schema of an edge function's input; null: none
	Arguments   []ActionArgument `json:"arguments"`
	Result      ActionResult     `json:"result"`
	Volatility  Volatility       `json:"volatility"`  // only volatile functions change something; GET of an edge function counts as stable
	Idempotent  bool             `json:"idempotent"`  // has an argument idempotency_key, which the server fills from the header
	Offers      []ActionOffer    `json:"offers"`      // where it is offered besides its own page, the sidebar and the palette
	Sets        []ActionSet      `json:"sets"`        // tag @sets: values of the row after the action
	Confirm     *string          `json:"confirm"`     // tag @confirm: ask before the run, with this text; "": with a general text; null: do not ask
	Danger      bool             `json:"danger"`      // tag @danger
	Hidden      bool             `json:"hidden"`      // tag @hidden: not shown, but callable, e.g. as the inverse of another action
	Touches     []TableName      `json:"touches"`     // tag @touches: tables that it changes; empty: unknown
	Undo        string           `json:"undo"`        // id of the inverse action, called with the arguments of the same names; "": none
	Unavailable string           `json:"unavailable"` // why it cannot be called, e.g. an ambiguous overload; "": it can
}

// ActionBody is the form of the input in the request.
type ActionBody string

// The forms of inputs.
const (
	JSONBody  ActionBody = "json"  // an object of the arguments
	ValueBody ActionBody = "value" // the value of the only argument as JSON: a database function with one unnamed argument of type json
	TextBody  ActionBody = "text"  // the value of the only argument as text/plain
	FileBody  ActionBody = "file"  // the content of a file, with its media type
	QueryBody ActionBody = "query" // the arguments in the query string: an edge function with the method GET
)

// ActionArgument is an input of an action.
type ActionArgument struct {
	Name      string           `json:"name"`  // "" for the bodies value and text
	Title     string           `json:"title"` // from @arg, or the name as words
	Help      string           `json:"help"`  // "": none
	Type      string           `json:"type"`  // as SQL writes it; for edge functions the type of JSON Schema
	Base      string           `json:"base"`
	Kind      Kind             `json:"kind"`
	IsArray   bool             `json:"array"`
	Enum      []string         `json:"enum"`
	Required  bool             `json:"required"`
	Variadic  bool             `json:"variadic"`  // send an array
	Default   *string          `json:"default"`   // SQL expression; null: none or unknown. It applies if the argument is not sent.
	Preset    *string          `json:"preset"`    // text to fill in; "today", "now" and "me" are relative; null: none
	Reference *ColumnName      `json:"reference"` // the key to search for; null: none
	File      *ActionFile      `json:"file"`      // the value is the path of an object; null: no file
	Table     *TableName       `json:"table"`     // the type is the row type of this table; null: no row type
	Fields    []CompositeField `json:"fields"`    // of a composite type that is no row type; otherwise empty
}

// CompositeField is a field of a composite type, or a column of a function's result.
type CompositeField struct {
	Name    string   `json:"name"`
	Type    string   `json:"type"`
	Base    string   `json:"base"`
	Kind    Kind     `json:"kind"`
	IsArray bool     `json:"array"`
	Enum    []string `json:"enum"`
}

// TableName identifies a table.
type TableName struct {
	Schema string `json:"schema"`
	Table  string `json:"table"`
}

// ColumnName identifies a column.
type ColumnName struct {
	Schema string `json:"schema"`
	Table  string `json:"table"`
	Column string `json:"column"`
}

// ActionFile describes the upload of a file argument.
type ActionFile struct {
	Bucket string `json:"bucket"`
	Folder string `json:"folder"` // of uploads, without a slash at its end; "": the root
	Accept string `json:"accept"` // media types or extensions, as of <input accept>; "": any
}

// ResultKind is the form in which a result is shown.
type ResultKind string

// The kinds of results.
const (
	AutoResult     ResultKind = "auto"     // by the media type and the JSON of the response
	NoResult       ResultKind = "none"     // void
	RowsResult     ResultKind = "rows"     // an array of objects, or of values for a set of a scalar type
	RecordResult   ResultKind = "record"   // one object, or null
	ValueResult    ResultKind = "value"    // a value of Kind
	TextResult     ResultKind = "text"     // plain text
	MarkdownResult ResultKind = "markdown" // must be sanitized
	JSONResult     ResultKind = "json"     // a tree
	FileResult     ResultKind = "file"     // bytea, a path "bucket/name" in storage, or the body of an edge function
	LinkResult     ResultKind = "link"     // a URL, or an object with url and title
	MessageResult  ResultKind = "message"  // a notice
)

// ActionResult is the result of an action.
type ActionResult struct {
	Kind      ResultKind       `json:"kind"`    // tag @result, or from the type
	Message   string           `json:"message"` // of MessageResult: "Stock of {name} is now {stock}" with columns of the result; "": the result is the text
	Type      string           `json:"type"`    // as SQL writes it; "": unknown
	Base      string           `json:"base"`
	ValueKind Kind             `json:"valueKind"`
	IsArray   bool             `json:"array"`
	IsSet     bool             `json:"set"`
	Table     *TableName       `json:"table"`   // whose rows it returns; null: none, or unknown
	Columns   []CompositeField `json:"columns"` // of rows that belong to no table; empty: unknown
}

// OfferScope is a place that offers an action.
type OfferScope string

// The scopes.
const (
	RowOffer       OfferScope = "row"       // on a record, in its row menu; over a selection once per row
	SelectionOffer OfferScope = "selection" // over a selection, in one call with arrays
	TableOffer     OfferScope = "table"     // on the table's page, without filled arguments
)

// ActionOffer is a place where an action is offered.
type ActionOffer struct {
	Scope      OfferScope        `json:"scope"`
	Schema     string            `json:"schema"`
	Table      string            `json:"table"`
	Fills      []ActionFill      `json:"fills"`      // the arguments that the row or the selection fills
	When       string            `json:"when"`       // tag @when as a query string, e.g. "status=eq.draft"; "": always
	Conditions []ActionCondition `json:"conditions"` // the same, parsed; all must match
}

// ActionFill states from which column an argument is filled. For the scope selection it is
// an array of the values of all selected rows.
type ActionFill struct {
	Argument string `json:"argument"`
	Column   string `json:"column"` // "": the whole row
}

// ActionCondition is a condition of @when on a column.
type ActionCondition struct {
	Column   string   `json:"column"`
	Operator string   `json:"operator"` // eq, neq, gt, gte, lt, lte, in, is
	Negated  bool     `json:"negated"`
	Values   []string `json:"values"` // one value, or several for in; "null", "true", "false", "unknown" or "not_null" for is
}

// ActionSet is a value that a column of the row has after the action.
type ActionSet struct {
	Column string `json:"column"`
	Value  string `json:"value"`
}

// Warning is a problem in a comment or in a declaration of an edge function. The object
// works without the tag.
type Warning struct {
	Object  string `json:"object"`  // e.g. "function public.restock", "column public.orders.status", "edge function quote"
	Tag     string `json:"tag"`     // e.g. "when"; "": none
	Message string `json:"message"` // a sentence for the owner
}
