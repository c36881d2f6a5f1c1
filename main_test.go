package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/tableside/tableside/server/supa"
)

var shouldUpdate = flag.Bool("update", false, "rewrite the generated part of docs/configuration.md")

// childVariable makes the test binary behave as the tableside binary, so that a
// test can kill a real process.
const childVariable = "TABLESIDE_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) != "" {
		main()
		return
	}
	supa.RegisterStorage(http.DefaultTransport.(*http.Transport))
	os.Exit(m.Run())
}

func TestRunRejectsAWrongSettingByItsName(t *testing.T) {
	for _, test := range []struct {
		name string
		env  map[string]string
		args []string
		want []string // all of these are in the error
		not  string   // this is not, as it is a secret
	}{
		{name: "key without URL", env: map[string]string{"SUPABASE_PUBLISHABLE_KEY": "sb_publishable_x"}, want: []string{"SUPABASE_URL"}, not: "sb_publishable_x"},
		{name: "URL without key", env: map[string]string{"SUPABASE_URL": "https://example.supabase.co"}, want: []string{"SUPABASE_PUBLISHABLE_KEY"}},
		{name: "short cookie secret", env: map[string]string{"TABLESIDE_COOKIE_SECRET": "hunter2"}, want: []string{"TABLESIDE_COOKIE_SECRET", "7 characters", "32"}, not: "hunter2"},
		{name: "short old cookie secret", env: map[string]string{"TABLESIDE_COOKIE_SECRET": strings.Repeat("x", 32) + ", hunter2"}, want: []string{"TABLESIDE_COOKIE_SECRET", "7 characters", "32"}, not: "hunter2"},
		{name: "port that is no number", env: map[string]string{"PORT": "http"}, want: []string{"PORT", "http"}},
		{name: "port past the last", env: map[string]string{"PORT": "65536"}, want: []string{"PORT", "65536"}},
		{name: "address that can't be", env: map[string]string{"TABLESIDE_ADDR": "nowhere"}, want: []string{"TABLESIDE_ADDR", "nowhere", "HOST:PORT"}},
		{name: "time-out without unit", env: map[string]string{"TABLESIDE_UPSTREAM_TIMEOUT": "soon"}, want: []string{"TABLESIDE_UPSTREAM_TIMEOUT", "soon"}},
		{name: "negative time-out", env: map[string]string{"TABLESIDE_UPSTREAM_TIMEOUT": "-1s"}, want: []string{"TABLESIDE_UPSTREAM_TIMEOUT", "-1s"}},
		{name: "no rows", env: map[string]string{"TABLESIDE_MAX_ROWS": "0"}, want: []string{"TABLESIDE_MAX_ROWS", "0"}},
		{name: "a buffer too small for one body", env: map[string]string{"TABLESIDE_BUFFER_BYTES": "1048576"}, want: []string{"TABLESIDE_BUFFER_BYTES", "1048576", "16777216"}},
		{name: "a body larger than the buffer", env: map[string]string{"TABLESIDE_BODY_BYTES": "33554432"}, want: []string{"TABLESIDE_BODY_BYTES", "33554432", "TABLESIDE_BUFFER_BYTES", "16777216"}},
		{name: "a proxy that is no address", env: map[string]string{"TABLESIDE_TRUSTED_PROXIES": "10.0.0.0/8,proxy.internal"}, want: []string{"TABLESIDE_TRUSTED_PROXIES", "proxy.internal", "10.0.0.0/8"}},
		{name: "no sign-ins of a client", env: map[string]string{"TABLESIDE_SIGN_INS_PER_CLIENT": "0"}, want: []string{"TABLESIDE_SIGN_INS_PER_CLIENT", "at least 1"}},
		{name: "no sign-ins for an account", env: map[string]string{"TABLESIDE_SIGN_INS_PER_ACCOUNT": "-1"}, want: []string{"TABLESIDE_SIGN_INS_PER_ACCOUNT", "-1"}},
		{name: "no sign-ins at once", env: map[string]string{"TABLESIDE_SIGN_INS_AT_ONCE": "0"}, want: []string{"TABLESIDE_SIGN_INS_AT_ONCE", "at least 1"}},
		{name: "log format", env: map[string]string{"TABLESIDE_LOG_FORMAT": "xml"}, want: []string{"TABLESIDE_LOG_FORMAT", "json", "text", "xml"}},
		{name: "log level", env: map[string]string{"TABLESIDE_LOG_LEVEL": "loud"}, want: []string{"TABLESIDE_LOG_LEVEL", "warn", "loud"}},
		{name: "no data folder", env: map[string]string{"TABLESIDE_DATA": ""}, want: []string{"TABLESIDE_DATA", "empty"}},
		{name: "no data folder to reset", env: map[string]string{"TABLESIDE_DATA": ""}, args: []string{"local", "reset", "-y"}, want: []string{"TABLESIDE_DATA", "empty"}},
		{name: "a schema without a name", env: map[string]string{"TABLESIDE_SCHEMAS": "public,,shop"}, want: []string{"TABLESIDE_SCHEMAS", "public,,shop"}},
		{name: "local's schema without a name", args: []string{"local", "--schemas", "public, "}, want: []string{"TABLESIDE_SCHEMAS"}},
		{name: "secret key without URL", env: map[string]string{"SUPABASE_SECRET_KEY": "sb_secret_x"}, want: []string{"SUPABASE_SECRET_KEY", "SUPABASE_URL"}, not: "sb_secret_x"},
		{name: "secret key for a publishable one", env: map[string]string{"SUPABASE_URL": "https://example.supabase.co", "SUPABASE_PUBLISHABLE_KEY": "sb_secret_x"},
			want: []string{"SUPABASE_PUBLISHABLE_KEY", "secret key"}, not: "sb_secret_x"},
		{name: "service_role key for an anon one", env: map[string]string{"SUPABASE_URL": "https://example.supabase.co", "SUPABASE_ANON_KEY": "e30.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.x"},
			want: []string{"SUPABASE_ANON_KEY", "secret key"}, not: "eyJyb2xl"},
		{name: "publishable key for a secret one", env: map[string]string{"SUPABASE_URL": "https://example.supabase.co", "SUPABASE_PUBLISHABLE_KEY": "k", "SUPABASE_SECRET_KEY": "sb_publishable_x"},
			want: []string{"SUPABASE_SECRET_KEY", "publishable key"}, not: "sb_publishable_x"},
		{name: "anon key for a secret one", env: map[string]string{"SUPABASE_URL": "https://example.supabase.co", "SUPABASE_PUBLISHABLE_KEY": "k", "SUPABASE_SECRET_KEY": "e30.eyJyb2xlIjoiYW5vbiJ9.x"},
			want: []string{"SUPABASE_SECRET_KEY", "publishable key"}, not: "eyJyb2xl"},
		{name: "URL of a service", env: map[string]string{"SUPABASE_URL": "https://example.supabase.co/rest/v1/", "SUPABASE_PUBLISHABLE_KEY": "k"}, want: []string{"SUPABASE_URL", "/rest/v1"}},
		{name: "URL with a query", env: map[string]string{"SUPABASE_URL": "https://example.supabase.co?x=1", "SUPABASE_PUBLISHABLE_KEY": "k"}, want: []string{"SUPABASE_URL", "?x=1"}},
		{name: "schema file that is not there", env: map[string]string{"TABLESIDE_SCHEMA_FILE": "/no/such/file"}, want: []string{"/no/such/file"}},
		{name: "URL that is none", env: map[string]string{"SUPABASE_URL": "not a url", "SUPABASE_PUBLISHABLE_KEY": "k"}, want: []string{"SUPABASE_URL", "not a url"}},
		{name: "local's short secret", args: []string{"local", "--jwt-secret", "short"}, want: []string{"--jwt-secret", "32"}},
		{name: "local's port past the last", args: []string{"local", "--port", "65536"}, want: []string{"--port", "65536"}},
		{name: "local's demo without readings", args: []string{"local", "--demo-readings", "0"}, want: []string{"--demo-readings", "at least 1"}},
		{name: "demo without readings", env: map[string]string{"TABLESIDE_DEMO_READINGS": "0"}, want: []string{"TABLESIDE_DEMO_READINGS", "at least 1"}},
		{name: "demo date that is none", env: map[string]string{"TABLESIDE_DEMO_DATE": "2026-02-29"}, want: []string{"TABLESIDE_DEMO_DATE", "2026-02-29", "date such as"}},
		{name: "demo date out of range", env: map[string]string{"TABLESIDE_DEMO_DATE": "0099-01-01"}, want: []string{"TABLESIDE_DEMO_DATE", "99", "1970"}},
		{name: "local's demo date that is none", args: []string{"local", "--demo-date", "17.6.2026"}, want: []string{"--demo-date", "17.6.2026"}},
		{name: "no websockets", env: map[string]string{"TABLESIDE_REALTIME_CONNECTIONS": "0"}, want: []string{"TABLESIDE_REALTIME_CONNECTIONS", "at least 1"}},
		{name: "a queue too small for a message", env: map[string]string{"TABLESIDE_REALTIME_QUEUE_BYTES": "10"}, want: []string{"TABLESIDE_REALTIME_QUEUE_BYTES", "1024"}},
		{name: "an idle timeout shorter than a heartbeat", env: map[string]string{"TABLESIDE_REALTIME_IDLE_TIMEOUT": "10s"}, want: []string{"TABLESIDE_REALTIME_IDLE_TIMEOUT", "10s", "30s"}},
		{name: "local without websockets", args: []string{"local", "--realtime-connections", "0"}, want: []string{"--realtime-connections", "at least 1"}},
		{name: "unknown CAPTCHA", env: map[string]string{"TABLESIDE_CAPTCHA_PROVIDER": "recaptcha", "TABLESIDE_CAPTCHA_SITE_KEY": "k"}, want: []string{"TABLESIDE_CAPTCHA_PROVIDER", "recaptcha", "turnstile"}},
		{name: "CAPTCHA without a key", env: map[string]string{"TABLESIDE_CAPTCHA_PROVIDER": "hcaptcha"}, want: []string{"TABLESIDE_CAPTCHA_SITE_KEY"}},
		{name: "CAPTCHA without a provider", env: map[string]string{"TABLESIDE_CAPTCHA_SITE_KEY": "k"}, want: []string{"TABLESIDE_CAPTCHA_PROVIDER"}},
		{name: "a provider that is none", env: map[string]string{"TABLESIDE_PROVIDERS": "custom:acme,../x"}, want: []string{"TABLESIDE_PROVIDERS", "../x"}},
		{name: "a lock before now", env: map[string]string{"TABLESIDE_LOCK_MINUTES": "-1"}, want: []string{"TABLESIDE_LOCK_MINUTES", "at least 0"}},
		{name: "unknown characters", env: map[string]string{"TABLESIDE_PASSWORD_REQUIRED_CHARACTERS": "emoji"}, want: []string{"TABLESIDE_PASSWORD_REQUIRED_CHARACTERS", "emoji", "letters_digits"}},
		{name: "no length", env: map[string]string{"TABLESIDE_PASSWORD_MIN_LENGTH": "0"}, want: []string{"TABLESIDE_PASSWORD_MIN_LENGTH", "at least 1"}},
		{name: "unknown flag", args: []string{"--nope"}, want: []string{"--nope"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Setenv("TABLESIDE_ADDR", "127.0.0.1:0")
			t.Setenv("TABLESIDE_DATA", t.TempDir())
			t.Chdir(t.TempDir())
			for name, value := range test.env {
				t.Setenv(name, value)
			}
			err := run(context.Background(), test.args, strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{})
			if err == nil {
				t.Fatal("the command started")
			}
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error %q does not name %q", err, want)
				}
			}
			if test.not != "" && strings.Contains(err.Error(), test.not) {
				t.Errorf("error %q shows a secret", err)
			}
		})
	}
}

func TestRunPrintsVersionAndSQL(t *testing.T) {
	for args, want := range map[string]string{
		"version":                  "tableside development (unknown)",
		"schema-sql":               "function public.tableside_schema",
		"schema-sql --views":       "table if not exists public.tableside_views",
		"schema-sql --comments":    "table if not exists public.tableside_comments",
		"schema-sql --actions":     "table if not exists public.tableside_actions",
		"schema-sql --transitions": "create function public.tableside_transitions()",
		"schema-sql --views --administrator=team\"lead": `for delete to "team""lead" using (shared)`,
		"schema-sql --live orders shop.Line\"s":         "after insert on \"shop\".\"Line\"\"s\"",
		"--help":                                        "local reset",
		"serve --help":                                  "SUPABASE_URL",
	} {
		var out bytes.Buffer
		if err := run(context.Background(), strings.Fields(args), strings.NewReader(""), &out, &out); err != nil {
			t.Errorf("%s: %v", args, err)
		}
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s printed %q, without %q", args, out.String(), want)
		}
	}
}

func TestResetAsksFirst(t *testing.T) {
	data := t.TempDir()
	var out bytes.Buffer
	err := run(context.Background(), []string{"local", "reset", "--data", data}, strings.NewReader("y\n"), &out, &out)
	if err != nil || !strings.Contains(out.String(), "Nothing was deleted") {
		t.Errorf("answered y: %v, %q", err, out.String())
	}
}

// TestConfigurationTable keeps docs/configuration.md equal to the commands struct.
func TestConfigurationTable(t *testing.T) {
	const file, begin, end = "docs/configuration.md", "<!-- settings -->\n", "<!-- /settings -->"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), begin)
	_, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has lost its %q and %q", file, begin, end)
	}
	want := before + begin + formatSettingsTable(t) + end + after
	if *shouldUpdate {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want != string(text) {
		t.Errorf("%s differs from the command line: run go test -run TestConfigurationTable . -update", file)
	}
}

func formatSettingsTable(t *testing.T) string {
	var cli commands
	parser, err := kong.New(&cli)
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	for _, node := range []string{"serve", "local start"} {
		command := findCommand(t, parser.Model.Node, strings.Fields(node))
		fmt.Fprintf(&table, "\n### tableside %s\n\n| variable | flag | default | description |\n|---|---|---|---|\n", strings.TrimSuffix(node, " start"))
		for _, setting := range command.Flags {
			if setting.Name == "help" {
				continue
			}
			variables := make([]string, 0, len(setting.Envs))
			for _, name := range setting.Envs {
				variables = append(variables, "`"+name+"`")
			}
			value := ""
			if setting.HasDefault {
				value = "`" + setting.Default + "`"
			}
			fmt.Fprintf(&table, "| %s | `--%s` | %s | %s |\n", strings.Join(variables, " or "), setting.Name, value, setting.Help)
		}
	}
	table.WriteString("\n")
	return table.String()
}

func findCommand(t *testing.T, node *kong.Node, path []string) *kong.Node {
	for _, name := range path {
		i := slices.IndexFunc(node.Children, func(child *kong.Node) bool { return child.Name == name })
		if i < 0 {
			t.Fatalf("no command %q", name)
		}
		node = node.Children[i]
	}
	return node
}
