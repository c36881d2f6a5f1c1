package server

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v5"
)

// A transport can read the body after its handler returned, when the response belongs to
// another request.
func TestABodySetsNoDeadlineAfterTheEndOfItsHandler(t *testing.T) {
	req := httptest.NewRequest(http.MethodPatch, "/", strings.NewReader("abc"))
	w := &deadlineCounter{ResponseRecorder: httptest.NewRecorder()}
	body := newIdleTimeoutReader(echo.New().NewContext(req, w), 10, time.Second)
	p := make([]byte, 1)
	if n, err := body.Read(p); n != 1 || err != nil || w.count != 1 {
		t.Fatalf("before the end: %d bytes, %v, %d deadlines", n, err, w.count)
	}
	body.end()
	if n, err := body.Read(p); n != 0 || !errors.Is(err, http.ErrBodyReadAfterClose) || w.count != 1 {
		t.Errorf("after the end: %d bytes, %v, %d deadlines", n, err, w.count)
	}
}

type deadlineCounter struct {
	*httptest.ResponseRecorder
	count int
}

func (d *deadlineCounter) SetReadDeadline(time.Time) error {
	d.count++
	return nil
}
