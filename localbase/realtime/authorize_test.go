package realtime

import (
	"net/http"
	"strings"
	"testing"
)

// privateRooms allows members of a room to read and write broadcasts; only owners can write, and
// read presence.
const privateRooms = `
create table public.members (room text, person uuid, owner boolean);
grant select on public.members to authenticated;
insert into public.members values
	('team', '00000000-0000-0000-0000-000000000001', true),
	('team', '00000000-0000-0000-0000-000000000002', false);
create policy read on realtime.messages for select to authenticated using (
	exists (select from public.members where room = realtime.topic() and person = auth.uid() and (owner or extension = 'broadcast'))
);
create policy write on realtime.messages for insert to authenticated with check (
	exists (select from public.members where room = realtime.topic() and person = auth.uid() and owner)
);`

const (
	owner    = "00000000-0000-0000-0000-000000000001"
	employee = "00000000-0000-0000-0000-000000000002"
	stranger = "00000000-0000-0000-0000-000000000003"
)

func TestPrivateChannels(t *testing.T) {
	s := newService(t, Limits{PresenceCalls: -1})
	s.db.Exec(t, privateRooms)
	as := func(person string) string { return s.token("authenticated", person) }
	private := `{"private":true,"broadcast":{"ack":true},"presence":{"enabled":true}}`

	for name, token := range map[string]string{"anonymous": s.token("anon", ""), "a stranger": as(stranger), "an unknown role": s.token("nobody_knows", "")} {
		c := s.connect(s.token("anon", ""))
		want := `{"response":{"reason":"Unauthorized: You do not have permissions to read from this Channel topic: team"},"status":"error"}`
		if got := encodeTestJSON(t, c.join("realtime:team", private, token)); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}

	boss, staff, public := s.connect(as(owner)), s.connect(as(employee)), s.connect(s.token("anon", ""))
	boss.mustJoin("realtime:team", private, "")
	boss.nextEvent("presence_state")
	staff.mustJoin("realtime:team", private, "") // no permission to read presence: no state
	public.mustJoin("realtime:team", noPresenceConfig, "")

	boss.push("realtime:team", "broadcast", `{"event":"x"}`)
	boss.nextEvent("phx_reply")
	staff.nextEvent("broadcast")
	public.expectSilence()

	staff.push("realtime:team", "broadcast", `{"event":"y"}`) // rejected without a reply
	staff.push("realtime:team", "presence", `{"event":"track","payload":{}}`)
	if got := staff.nextEvent("phx_reply"); got["status"] != "error" {
		t.Errorf("track without permission: %v", got)
	}
	boss.push("realtime:team", "presence", `{"event":"track","payload":{}}`)
	boss.nextEvent("presence_diff")
	staff.expectSilence()
	public.push("realtime:team", "broadcast", `{"event":"z"}`) // in the public room with the same name
	public.expectSilence()
	staff.expectSilence()

	if status, _ := s.post("/api/broadcast/team/events/x?private=true", as(employee), "application/json", `{}`); status != http.StatusForbidden {
		t.Errorf("over HTTP, without permission: %d", status)
	}
	if status, _ := s.post("/api/broadcast", as(owner), "application/json", `{"messages":[{"topic":"team","event":"h","payload":{},"private":true}]}`); status != http.StatusAccepted {
		t.Errorf("over HTTP: %d", status)
	}
	staff.nextEvent("broadcast")

	// The messages of the permission checks were rolled back.
	var rows int
	if err := s.db.Pool("postgres").QueryRow(t.Context(), `select count(*) from realtime.messages`).Scan(&rows); err != nil || rows != 0 {
		t.Errorf("%d messages remain (%v)", rows, err)
	}
}

func TestRenewedTokenIsAuthorizedAgain(t *testing.T) {
	s := newService(t, Limits{})
	s.db.Exec(t, privateRooms)
	c := s.connect(s.token("anon", ""))
	c.mustJoin("realtime:team", `{"private":true,"presence":{"enabled":false}}`, s.token("authenticated", owner))
	c.push("realtime:team", "access_token", `{"access_token":"`+s.token("authenticated", stranger)+`"}`)
	if got := c.nextEvent("system"); !strings.HasPrefix(got["message"].(string), "You do not have permissions to read") {
		t.Errorf("got %v", got)
	}
	c.nextEvent("phx_close")
	c.mustJoin("realtime:team", `{"private":true,"presence":{"enabled":false}}`, s.token("authenticated", owner))
	c.push("realtime:team", "access_token", `{"access_token":"`+s.token("authenticated", employee)+`"}`)
	if got := c.nextEvent("system"); got["message"] != "You no longer have permission to read from this Channel topic: team" {
		t.Errorf("got %v", got)
	}
}

func TestFailingPolicyRejects(t *testing.T) {
	s := newService(t, Limits{})
	s.db.Exec(t, `create policy broken on realtime.messages for select to authenticated using (1 / 0 > 0)`)
	c := s.connect(s.token("authenticated", owner))
	if got := encodeTestJSON(t, c.join("realtime:team", `{"private":true}`, "")); !strings.Contains(got, "Unauthorized: ") {
		t.Errorf("got %s", got)
	}
}
