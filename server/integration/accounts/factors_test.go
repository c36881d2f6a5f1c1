//go:build unix

package accounts

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"github.com/tableside/tableside/server"
	"github.com/tableside/tableside/server/schema"
)

// authenticator is an app that creates codes (RFC 6238).
type authenticator struct {
	t      *testing.T
	factor server.NewFactor
}

// enroll adds an authenticator to the account, without verifying it.
func (c *client) enroll(name string) authenticator {
	c.t.Helper()
	a := authenticator{t: c.t}
	c.send("POST", "/api/auth/factors", fmt.Sprintf(`{"type":"totp","name":%q}`, name)).requireStatus(200).decode(&a.factor)
	return a
}

// code returns the current code. The auth service accepts it for a minute.
func (a authenticator) code() string {
	a.t.Helper()
	code, err := totp.GenerateCode(a.factor.Secret, time.Now())
	if err != nil {
		a.t.Fatal(err)
	}
	return code
}

func (a authenticator) body() string { return fmt.Sprintf(`{"code":%q}`, a.code()) }

func (c *client) verifyFactor(a authenticator) *response {
	c.t.Helper()
	return c.send("POST", "/api/auth/factors/"+a.factor.ID+"/verify", a.body())
}

func TestASecondFactor(t *testing.T) {
	email := createUser(t, "factor")
	person := startServer(t).signIn(email)
	if user := person.requireUser(email); user.AAL != server.AAL1 || user.NextAAL != server.AAL1 {
		t.Errorf("before: %+v", user)
	}
	app := person.enroll("Phone")
	svg, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(app.factor.QRCode, "data:image/svg+xml;base64,"))
	if err != nil || !strings.Contains(string(svg), "<svg") || !strings.HasPrefix(app.factor.URI, "otpauth://totp/Harbour:") {
		t.Errorf("new factor %+v, %v", app.factor, err)
	}
	other := person.newBrowser().signIn(email)
	person.send("POST", "/api/auth/factors/"+app.factor.ID+"/verify", `{"code":"000000"}`).requireError(422, "mfa_verification_failed")
	person.send("POST", "/api/auth/factors/"+app.factor.ID+"/verify", `{"code":"12"}`).requireError(400, server.CodeBadRequest)
	person.send("POST", "/api/auth/factors/"+app.factor.ID+"/verify", `{"code":""}`).requireError(400, server.CodeBadRequest)
	before := person.sessionCookie()
	person.verifyFactor(app).requireStatus(200)
	if user := person.requireUser(email); user.AAL != server.AAL2 || user.NextAAL != server.AAL2 || user.SignInMethod != "password" || person.sessionCookie() == before {
		t.Errorf("after: %+v", user)
	}
	other.send("GET", "/api/auth/account", "").requireError(401, server.CodeNotSignedIn) // of one factor only

	again := person.newBrowser().signIn(email)
	if user := again.requireUser(email); user.AAL != server.AAL1 || user.NextAAL != server.AAL2 {
		t.Errorf("at the next sign-in: %+v", user)
	}
	again.send("PATCH", "/api/auth/user", `{"password":"battery staple"}`).requireError(401, "insufficient_aal")
	again.requireUser(email)
	again.send("POST", "/api/auth/factors", `{"type":"totp","name":"Stolen"}`).requireError(403, "insufficient_aal")
	again.send("DELETE", "/api/auth/factors/"+app.factor.ID, `{"code":"000000"}`).requireError(422, "mfa_verification_failed")
	again.verifyFactor(app).requireStatus(200)
}

func TestAFactorIsRemovedWithACode(t *testing.T) {
	email := createUser(t, "remove-factor")
	person := startServer(t).signIn(email)
	first := person.enroll("First")
	person.verifyFactor(first).requireStatus(200)
	second := person.enroll("Second")
	abandoned := person.enroll("Abandoned")
	person.send("DELETE", "/api/auth/factors/"+abandoned.factor.ID, "").requireStatus(204) // it was never verified
	person.verifyFactor(second).requireStatus(200)

	remove := "/api/auth/factors/" + first.factor.ID
	for _, body := range []string{"", `{}`, `{"code":""}`} {
		person.send("DELETE", remove, body).requireError(400, server.CodeBadRequest)
	}
	person.send("DELETE", remove, `{"code":"000000"}`).requireError(422, "mfa_verification_failed")
	var factors []server.Factor
	if person.send("GET", "/api/auth/factors", "").requireStatus(200).decode(&factors); len(factors) != 2 || factors[0].Name != "First" || factors[0].Status != "verified" {
		t.Fatalf("factors %+v", factors)
	}
	// the first app is lost: a code of the second one is sufficient
	person.send("DELETE", remove, fmt.Sprintf(`{"code":%q,"factorId":%q}`, second.code(), second.factor.ID)).requireStatus(204)
	if user := person.requireUser(email); user.AAL != server.AAL2 {
		t.Errorf("after the first: %+v", user)
	}
	person.send("DELETE", "/api/auth/factors/"+second.factor.ID, second.body()).requireStatus(204)
	if user := person.requireUser(email); user.AAL != server.AAL1 || user.NextAAL != server.AAL1 {
		t.Errorf("after the last: %+v", user)
	}
	person.send("DELETE", "/api/auth/factors/"+second.factor.ID, "").requireError(404, "mfa_factor_not_found")
}

func TestARequiredSecondFactor(t *testing.T) {
	email := createUser(t, "required")
	person := startServer(t, func(o *server.Options) { o.RequireMFA = true })
	var workspace server.Workspace
	if person.send("GET", "/api/workspace", "").requireStatus(200).decode(&workspace); !workspace.SignIn.RequireMFA || workspace.SignIn.Anonymous {
		t.Errorf("sign-in methods %+v", workspace.SignIn)
	}
	person.signIn(email)
	for _, request := range []string{
		"GET /api/schema", "GET /api/rows/notes", `POST /api/rows/notes {"body":"x"}`, `PATCH /api/rows/notes?id=eq.1 {"body":"x"}`, "DELETE /api/rows/notes?id=eq.1",
		"GET /api/export/notes", "GET /api/export/public/notes", "POST /api/rpc/tableside_roles {}", "GET /api/view-roles", "GET /api/buckets", "GET /api/files/b",
		"GET /api/files/b/x", "PUT /api/files/b/x x", "DELETE /api/files/b/x", `POST /api/files/b/move {"from":"a","to":"b"}`, `POST /api/files/b/copy {"from":"a","to":"b"}`,
		`POST /api/files/b/remove {"paths":["a"]}`, `POST /api/files/b/sign {"path":"a","expiresIn":60}`,
	} {
		parts := strings.SplitN(request+" ", " ", 3)
		if e := person.send(parts[0], parts[1], strings.TrimSpace(parts[2])).requireError(403, server.CodeMFARequired); e.Hint == "" {
			t.Errorf("%s: %+v", request, e)
		}
	}
	person.requireUser(email)
	person.send("GET", "/api/auth/account", "").requireStatus(200)
	person.verifyFactor(person.enroll("Phone")).requireStatus(200)
	person.send("GET", "/api/rows/notes", "").requireStatus(200)
	person.send("GET", "/api/schema", "").requireStatus(200)
}

// An attacker who knows the password cannot guess a code, also from many addresses.
func TestGuessingACodeIsLimited(t *testing.T) {
	email := createUser(t, "guessed")
	strict := func(o *server.Options) { o.SignInsPerClient, o.SignInsPerAccount = 20, 2 }
	person := startServer(t, strict).signIn(email)
	app := person.enroll("Phone")
	wrong := func(status int, code string) *response {
		resp := person.send("POST", "/api/auth/factors/"+app.factor.ID+"/verify", `{"code":"000000"}`)
		resp.requireError(status, code)
		return resp
	}
	for range 2 {
		wrong(422, "mfa_verification_failed")
	}
	if resp := wrong(429, server.CodeTooManyAttempts); resp.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	person.verifyFactor(app).requireError(429, server.CodeTooManyAttempts)

	guest := startServer(t, strict)
	guest.requestMail("otp", email)
	guess := fmt.Sprintf(`{"email":%q,"token":"000000","type":"email"}`, email)
	guest.send("POST", "/api/auth/verify", guess).requireError(403, "otp_expired")
	guest.send("POST", "/api/auth/verify", guess).requireError(429, server.CodeTooManyAttempts) // the mail counts too
}

func TestATableThatRequiresASecondFactor(t *testing.T) {
	email := createUser(t, "payroll")
	person := startServer(t)
	find := func() *schema.Table {
		t.Helper()
		var found schema.Schema
		body := person.send("GET", "/api/schema", "").requireStatus(200).body
		if err := json.Unmarshal([]byte(body), &found); err != nil {
			t.Fatal(err)
		}
		for i := range found.Tables {
			if found.Tables[i].Name == "payroll" {
				return &found.Tables[i]
			}
		}
		return nil
	}
	if find() != nil {
		t.Error("a guest sees the table")
	}
	person.signIn(email)
	if table := find(); table == nil || !table.Privileges.Select || !table.SecondFactor.Select {
		t.Errorf("with one factor: %+v", table)
	}
	person.verifyFactor(person.enroll("Phone")).requireStatus(200)
	if table := find(); table == nil || !table.Privileges.Select || table.SecondFactor.Select {
		t.Errorf("with two factors: %+v", table)
	}
}
