package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/tableside/tableside/bench/backend"
	"github.com/tableside/tableside/bench/process"
)

// pocketBasePackage is the program that PocketBase also publishes as a binary.
const pocketBasePackage = "github.com/pocketbase/pocketbase/examples/base@v0.36.8"

// pocketBasePath lists rows without their total, which Tableside's request does not count either.
const pocketBasePath = "/api/collections/parcels/records?perPage=50&skipTotal=1&sort=number&filter=number%%3E%d"

// startPocketBase starts PocketBase with its default settings and a collection of the rows. If binary is
// empty, it builds the program.
func startPocketBase(ctx context.Context, binary, folder string, rows []row) (*product, func(), error) {
	if binary == "" {
		build := exec.CommandContext(ctx, "go", "install", pocketBasePackage)
		build.Env = append(os.Environ(), "GOBIN="+folder)
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			return nil, nil, fmt.Errorf("build: %w", err)
		}
		binary = filepath.Join(folder, "base")
	}
	port, err := backend.FindFreePort()
	if err != nil {
		return nil, nil, err
	}
	data := filepath.Join(folder, "data")
	if err := exec.CommandContext(ctx, binary, "superuser", "upsert", email, password, "--dir", data).Run(); err != nil {
		return nil, nil, fmt.Errorf("create an administrator: %w", err)
	}
	address := "127.0.0.1:" + port
	command := exec.CommandContext(ctx, binary, "serve", "--http", address, "--dir", data)
	server, err := process.Start(command, "http://"+address, "/api/health")
	if err != nil {
		return nil, nil, err
	}
	p := &product{name: "PocketBase", address: address, pid: server.PID, rounds: map[int][]pair{}}
	if err := p.preparePocketBase(ctx, rows); err != nil {
		server.Stop()
		return nil, nil, err
	}
	return p, server.Stop, nil
}

// preparePocketBase creates two users and the collection, and signs in as the first user.
func (p *product) preparePocketBase(ctx context.Context, rows []row) error {
	url := "http://" + p.address + "/api"
	signIn := func(collection string) (token string, err error) {
		var session struct {
			Token string `json:"token"`
		}
		_, err = sendJSON(ctx, http.MethodPost, url+"/collections/"+collection+"/auth-with-password", nil,
			map[string]string{"identity": email, "password": password}, &session)
		return session.Token, err
	}
	token, err := signIn("_superusers")
	if err != nil {
		return err
	}
	admin := http.Header{"Authorization": {token}}
	var users []string
	for _, address := range []string{email, "other@tableside.test"} {
		var user struct {
			ID string `json:"id"`
		}
		_, err := sendJSON(ctx, http.MethodPost, url+"/collections/users/records", admin,
			map[string]string{"email": address, "password": password, "passwordConfirm": password}, &user)
		if err != nil {
			return err
		}
		users = append(users, user.ID)
	}
	if err := createCollection(ctx, url, admin, assignOwners(rows, users[0], users[1])); err != nil {
		return err
	}
	if token, err = signIn("users"); err != nil {
		return err
	}
	p.requests = formatRequests(p.address, pocketBasePath, "Authorization: "+token+"\r\n", len(rows))
	body, err := p.fetchPage(ctx)
	if err != nil {
		return err
	}
	var page struct {
		Items json.RawMessage `json:"items"`
	}
	if err := json.Unmarshal(body, &page); err != nil {
		return fmt.Errorf("read a page: %w", err)
	}
	return checkPage(page.Items, users[0])
}

// createCollection creates the collection, with an index for the order, and its rows.
func createCollection(ctx context.Context, url string, admin http.Header, rows []row) error {
	type object = map[string]any
	fields := []object{
		{"name": "number", "type": "number"}, {"name": "code", "type": "text"}, {"name": "city", "type": "text"},
		{"name": "weight_g", "type": "number"}, {"name": "price", "type": "number"}, {"name": "sent_at", "type": "date"},
		{"name": "tags", "type": "json"}, {"name": "note", "type": "text"},
		{"name": "owner", "type": "relation", "collectionId": "_pb_users_auth_", "maxSelect": 1},
	}
	collection := object{
		"name": "parcels", "type": "base", "fields": fields, "listRule": "owner = @request.auth.id",
		"indexes": []string{"create unique index parcels_number on parcels (number)"},
	}
	if _, err := sendJSON(ctx, http.MethodPost, url+"/collections", admin, collection, nil); err != nil {
		return err
	}
	const batchSize = 500
	settings := object{"batch": object{"enabled": true, "maxRequests": batchSize, "timeout": 60}}
	if _, err := sendJSON(ctx, http.MethodPatch, url+"/settings", admin, settings, nil); err != nil {
		return err
	}
	for batch := range slices.Chunk(rows, batchSize) {
		var requests []object
		for _, row := range batch {
			requests = append(requests, object{"method": "POST", "url": "/api/collections/parcels/records", "body": row})
		}
		if _, err := sendJSON(ctx, http.MethodPost, url+"/batch", admin, object{"requests": requests}, nil); err != nil {
			return err
		}
	}
	return nil
}
