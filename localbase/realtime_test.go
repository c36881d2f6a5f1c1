//go:build unix

package localbase

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// A socket through the gateway receives the database's changes. Close doesn't wait until the
// client disconnects.
func TestRealtimeThroughTheGateway(t *testing.T) {
	b, err := Start(context.Background(), Options{DataDir: newDataDir(t), InstallSQL: []string{
		`create table if not exists public.seen (id int primary key); grant select on public.seen to anon;
		alter publication supabase_realtime set table public.seen`,
	}})
	if err != nil {
		t.Fatal(err)
	}
	closed := false
	defer func() {
		if !closed {
			mustClose(t, b)
		}
	}()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	address := strings.Replace(b.Info().URL, "http", "ws", 1) + "/realtime/v1/websocket?vsn=2.0.0"
	if _, _, err := websocket.Dial(ctx, address, nil); err == nil {
		t.Error("a socket without a key was accepted")
	}
	conn, _, err := websocket.Dial(ctx, address+"&apikey="+b.Info().PublishableKey, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.CloseNow()
	join := `["1","1","realtime:a","phx_join",{"config":{"presence":{"enabled":false},"postgres_changes":[{"event":"*","schema":"public","table":"seen"}]}}]`
	if err := conn.Write(ctx, websocket.MessageText, []byte(join)); err != nil {
		t.Fatal(err)
	}
	expect := func(part string) {
		t.Helper()
		_, data, err := conn.Read(ctx)
		if err != nil || !strings.Contains(string(data), part) {
			t.Fatalf("got %s (%v), want %s", data, err, part)
		}
	}
	expect(`"status":"ok"`)
	expect(`Subscribed to PostgreSQL`)
	owner, err := b.connect(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close(context.Background())
	if _, err := owner.Exec(ctx, `insert into public.seen values (7)`); err != nil {
		t.Fatal(err)
	}
	expect(`"record":{"id":7}`)

	ended := make(chan error, 1)
	go func() {
		_, _, err := conn.Read(context.Background())
		ended <- err
	}()
	closed = true
	mustClose(t, b)
	if code := websocket.CloseStatus(<-ended); code != websocket.StatusServiceRestart {
		t.Errorf("got close code %d", code)
	}
}
