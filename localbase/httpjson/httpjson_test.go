package httpjson_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/tableside/tableside/localbase/httpjson"
)

func TestWrite(t *testing.T) {
	for name, test := range map[string]struct {
		body              any
		contentType       string
		status            int
		want, wantContent string
	}{
		"an object":                {map[string]string{"a": "ä"}, "", 201, `{"a":"ä"}`, "application/json; charset=utf-8"},
		"a type set by the caller": {[]int{1}, "application/json", 200, `[1]`, "application/json"},
		"a value without JSON":     {func() {}, "", 500, "Internal server error\n", "text/plain; charset=utf-8"},
	} {
		w := httptest.NewRecorder()
		if test.contentType != "" {
			w.Header().Set("Content-Type", test.contentType)
		}
		status := test.status
		if status == http.StatusInternalServerError {
			status = http.StatusOK
		}
		httpjson.Write(w, status, test.body)
		if w.Code != test.status || w.Body.String() != test.want || w.Header().Get("Content-Type") != test.wantContent {
			t.Errorf("%s: got %d %q %q", name, w.Code, w.Header().Get("Content-Type"), w.Body)
		}
	}
}
