package server

import (
	"strings"
	"testing"
)

func TestMissingAggregatesAreNotLoggedAsAnError(t *testing.T) {
	backend := newFakeBackend(t)
	backend.handle("GET /rest/v1/orders", respondWith(400, `{"code":"PGRST123","message":"Use of aggregate functions is not allowed"}`))
	backend.handle("POST /rest/v1/rpc/tableside_aggregate", respondWith(404, `{"code":"PGRST202","message":"Could not find the function"}`))
	person := startServer(t, backend).signIn()
	person.send("GET", "/api/aggregates/orders?select=count()", "").requireStatus(501)
	if logs := person.logs.String(); !strings.Contains(logs, CodeAggregatesUnavailable) || strings.Contains(logs, `"level":"ERROR"`) {
		t.Errorf("the log is %s", logs)
	}
}
