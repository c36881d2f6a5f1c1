package server

import (
	"strings"
	"testing"
)

func TestAWrongBodyGetsAReason(t *testing.T) {
	person := startServer(t, newFakeBackend(t))
	for name, test := range map[string]struct{ body, want string }{
		"nothing":          {" ", "it is empty"},
		"truncated":        {`{"email":"a`, "is incomplete"},
		"no JSON":          {`email=a`, "invalid character 'e'"},
		"an array":         {`[]`, "an object, not array"},
		"a wrong type":     {`{"email":5}`, `"email" can't be number`},
		"an unknown field": {`{"email":"a","password":"b","admin":true}`, `unknown field "admin"`},
		"two values":       {`{"email":"a","password":"b"}{}`, "more than one JSON value"},
		"null":             {`null`, "Enter your email address"},
	} {
		t.Run(name, func(t *testing.T) {
			e := person.send("POST", "/api/auth/sign-in", test.body).requireError(400, CodeBadRequest)
			if !strings.Contains(e.Message, test.want) || strings.Contains(e.Message, "Go ") {
				t.Errorf("message %q, want %q", e.Message, test.want)
			}
		})
	}
}
