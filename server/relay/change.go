package relay

import "encoding/json"

// eventChanges is the event of a row change that the backend reports (postgres_changes).
const eventChanges = "postgres_changes"

// change is the payload of eventChanges without the values of the row.
type change struct {
	IDs  json.RawMessage `json:"ids"`
	Data struct {
		Schema          string            `json:"schema"`
		Table           string            `json:"table"`
		CommitTimestamp json.RawMessage   `json:"commit_timestamp"`
		Type            string            `json:"type"`
		Errors          json.RawMessage   `json:"errors"`
		Columns         []json.RawMessage `json:"columns"`
		Record          struct{}          `json:"record"`
		OldRecord       struct{}          `json:"old_record"`
	} `json:"data"`
}

// removeRowValues returns the payload of a row change without its values and its key. ok is
// false if the payload is invalid.
//
// The backend checks the policies with the current row, not with the row that it sends: after
// two changes in quick succession, a user receives the values of the first change, even if only the
// second one made the row visible. It checks no policy for a deleted row. Pages need no values:
// they read the rows again.
func removeRowValues(payload json.RawMessage) (reduced json.RawMessage, ok bool) {
	var c change
	if json.Unmarshal(payload, &c) != nil {
		return nil, false
	}
	c.Data.Columns = []json.RawMessage{}
	for _, text := range []*json.RawMessage{&c.IDs, &c.Data.CommitTimestamp, &c.Data.Errors} {
		if *text == nil {
			*text = json.RawMessage(null)
		}
	}
	return encodeJSON(c), true
}
