package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/tableside/tableside/bench/backend"
	"github.com/tableside/tableside/bench/process"
)

// createTableSQL creates the table with a policy for the owners of rows.
const createTableSQL = `
create table public.parcels (
  number int primary key, code text not null, city text not null, weight_g int not null, price float8 not null,
  sent_at timestamptz not null, tags text[] not null, note text not null, owner uuid not null
);
insert into public.parcels select * from json_populate_recordset(null::public.parcels, $rows$%s$rows$);
alter table public.parcels enable row level security;
create policy owners on public.parcels for select to authenticated using (owner = (select auth.uid()));
grant select on public.parcels to authenticated;
analyze public.parcels;
`

const tablesidePath = "/api/rows/parcels?select=number,code,city,weight_g,price,sent_at,tags,note,owner&order=number.asc&limit=50&number=gt.%d"

// startTableside starts Tableside with localbase in one process, as users run it, with the default log.
func startTableside(ctx context.Context, binary, folder string, rows []row) (*product, func(), error) {
	port, err := backend.FindFreePort()
	if err != nil {
		return nil, nil, err
	}
	data := filepath.Join(folder, "tableside")
	address := "127.0.0.1:" + port
	command := exec.CommandContext(ctx, binary)
	command.Env = append(os.Environ(), "TABLESIDE_DATA="+data, "TABLESIDE_ADDR="+address, "TABLESIDE_DEMO=false")
	server, err := process.Start(command, "http://"+address, "/readyz")
	if err != nil {
		return nil, nil, err
	}
	p := &product{name: "Tableside", address: address, pid: server.PID, rounds: map[int][]pair{}}
	if err := p.prepareTableside(ctx, binary, data, filepath.Join(folder, "parcels.sql"), rows); err != nil {
		server.Stop()
		return nil, nil, err
	}
	return p, server.Stop, nil
}

// prepareTableside creates a user and the table, and waits until the user can list it.
func (p *product) prepareTableside(ctx context.Context, binary, data, file string, rows []row) error {
	var session struct {
		User struct {
			ID string `json:"id"`
		} `json:"user"`
	}
	account := map[string]string{"email": email, "password": password}
	resp, err := sendJSON(ctx, http.MethodPost, "http://"+p.address+"/api/auth/sign-up", nil, account, &session)
	if err != nil {
		return err
	}
	const other = "1b6e0f2c-4f0e-4b57-8a24-0d0a6a0f4f11"
	text, err := json.Marshal(assignOwners(rows, session.User.ID, other))
	if err != nil {
		return fmt.Errorf("encode the rows: %w", err)
	}
	if err := os.WriteFile(file, fmt.Appendf(nil, createTableSQL, text), 0o600); err != nil {
		return fmt.Errorf("write SQL: %w", err)
	}
	sql := exec.CommandContext(ctx, binary, "local", "sql", "--data", data, file)
	sql.Stderr = os.Stderr
	if err := sql.Run(); err != nil {
		return fmt.Errorf("run SQL: %w", err)
	}
	var cookies []string
	for _, cookie := range resp.Cookies() {
		cookies = append(cookies, cookie.Name+"="+cookie.Value)
	}
	header := "X-Tableside-Expected-User: " + session.User.ID + "\r\nCookie: " + strings.Join(cookies, "; ") + "\r\n"
	p.requests = formatRequests(p.address, tablesidePath, header, len(rows))
	var body []byte
	for range 50 { // until the services know the table
		if body, err = p.fetchPage(ctx); err == nil {
			return checkPage(body, session.User.ID)
		}
		time.Sleep(200 * time.Millisecond)
	}
	return err
}
