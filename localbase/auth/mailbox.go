package auth

import (
	"html/template"
	"net/http"
)

// Mailbox serves the stored mails: GET / returns a page, GET /{id} a mail, GET /api/mails?to=... the
// list as JSON, latest first, and DELETE /api/mails deletes all. It requires no sign-in, and the
// mails contain one-time codes, so it must be reachable only on loopback.
func (h *Handler) Mailbox() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		writePage(w, mailboxPage, h.mailbox.list(r.URL.Query().Get("to")))
	})
	mux.HandleFunc("GET /{id}", func(w http.ResponseWriter, r *http.Request) {
		for _, mail := range h.mailbox.list("") {
			if mail.ID == r.PathValue("id") {
				writePage(w, messagePage, mail)
				return
			}
		}
		http.NotFound(w, r)
	})
	mux.HandleFunc("GET /api/mails", func(w http.ResponseWriter, r *http.Request) {
		writeJSON(w, http.StatusOK, h.mailbox.list(r.URL.Query().Get("to")))
	})
	mux.HandleFunc("DELETE /api/mails", func(w http.ResponseWriter, _ *http.Request) {
		h.mailbox.clear()
		w.WriteHeader(http.StatusNoContent)
	})
	return mux
}

// writePage writes HTML with a policy that forbids scripts, since mails contain user input.
func writePage(w http.ResponseWriter, t *template.Template, data any) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	w.Header().Set("Cache-Control", "no-store")
	_ = t.Execute(w, data) // fails only if the client disconnected
}

const mailboxStyle = `<style>
body { font: 15px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
table { width: 100%; border-collapse: collapse } td, th { text-align: left; padding: .4rem .6rem; border-bottom: 1px solid #8884 }
code { font-size: 1.1em }
</style>`

var mailboxPage = template.Must(template.New("mailbox").Parse(`<!doctype html><html lang="en"><meta charset="utf-8">
<title>Mailbox</title>` + mailboxStyle + `
<h1>Mailbox</h1>
<p>Mails are not sent. They appear on this page and at <a href="api/mails">api/mails</a>.</p>
{{if .}}<table><tr><th>Sent</th><th>To</th><th>Subject</th><th>Code</th></tr>
{{range .}}<tr><td>{{.SentAt.Format "15:04:05"}}</td><td>{{.To}}</td><td><a href="{{.ID}}">{{.Subject}}</a></td><td><code>{{.Code}}</code></td></tr>
{{end}}</table>{{else}}<p>No mails yet</p>{{end}}</html>`))

var messagePage = template.Must(template.New("message").Parse(`<!doctype html><html lang="en"><meta charset="utf-8">
<title>{{.Subject}}</title>` + mailboxStyle + `
<p><a href="./">Mailbox</a></p>
<h1>{{.Subject}}</h1>
<p>To {{.To}}, {{.SentAt.Format "2006-01-02 15:04:05"}} UTC</p>
{{if .Link}}<p><a href="{{.Link}}">{{.Link}}</a></p>{{end}}
<p>Code: <code>{{.Code}}</code></p></html>`))
