package plan

import "github.com/tableside/tableside/localbase/rest/catalog"

// writeCustomBody writes the body of a media type handler: its aggregate over the rows, or the only
// value of a function.
func (w *writer) writeCustomBody(h *catalog.MediaHandler, value string) {
	if h.IsBinary {
		w.writeText("encode((")
	}
	if h.Aggregate == (catalog.Name{}) {
		w.writeText("(array_agg(", value, "))[1]")
	} else {
		w.writeName(h.Aggregate)
		w.writeText("(", value)
		if h.Rows != (catalog.Name{}) {
			w.writeText("::")
			w.writeName(h.Rows)
		}
		w.writeText(")")
	}
	if h.IsBinary {
		w.writeText(")::bytea, 'hex')")
	}
}
