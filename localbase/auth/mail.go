package auth

import (
	"bytes"
	"fmt"
	htmltemplate "html/template"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
)

// Mail is a message that a hosted project would have sent.
type Mail struct {
	ID      string    `json:"id"`
	To      string    `json:"to"`
	Subject string    `json:"subject"`
	Type    string    `json:"type"` // the verification type, e.g. "signup", "recovery"
	Code    string    `json:"code"` // the one-time code
	Link    string    `json:"link"` // "" for a message that is only a code
	SentAt  time.Time `json:"sent_at"`
	HTML    string    `json:"html"`
}

// maxMails bounds the mailbox's memory: the oldest go first.
const maxMails = 500

// mailbox keeps the latest mails, oldest first. The zero value is ready.
type mailbox struct {
	mu    sync.Mutex
	mails []Mail
}

func (b *mailbox) add(mails ...Mail) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.mails = append(b.mails, mails...)
	if over := len(b.mails) - maxMails; over > 0 {
		b.mails = append([]Mail(nil), b.mails[over:]...)
	}
}

// list answers the mails to an address, or all for "", latest first.
func (b *mailbox) list(to string) []Mail {
	b.mu.Lock()
	defer b.mu.Unlock()
	found := []Mail{}
	for i := len(b.mails) - 1; i >= 0; i-- {
		if to == "" || b.mails[i].To == normalizeEmail(to) {
			found = append(found, b.mails[i])
		}
	}
	return found
}

func (b *mailbox) clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.mails = nil
}

// mailText is what a mail of a type says.
type mailText struct {
	subject string
	lead    string
	action  string // text of the link; "" for a mail without one
}

var mailTexts = map[string]mailText{
	mailSignup:           {"Confirm your email", "Follow this link to confirm your email:", "Confirm your email address"},
	mailInvite:           {"You have been invited", "You have been invited to create an account. Follow this link to accept the invite:", "Accept the invite"},
	mailMagicLink:        {"Your sign-in link", "Follow this link to sign in:", "Sign in"},
	mailRecovery:         {"Reset your password", "Follow this link to reset the password of your account:", "Reset password"},
	mailEmailChange:      {"Confirm your new email", "Follow this link to confirm the change of your email address:", "Confirm the change"},
	mailReauthentication: {"Confirm that it is you", "Enter this code to go on:", ""},
}

var mailTemplate = htmltemplate.Must(htmltemplate.New("mail").Parse(`<h2>{{.Subject}}</h2>
<p>{{.Lead}}</p>
{{if .Link}}<p><a href="{{.Link}}">{{.Action}}</a></p>
<p>Alternatively, enter the code: {{.Code}}</p>
{{else}}<p>{{.Code}}</p>
{{end}}`))

// composeMail writes a mail of a type. hash "" makes one without a link.
func (h *Handler) composeMail(kind, to, code, hash, redirectTo string) (Mail, error) {
	words := mailTexts[kind]
	mail := Mail{ID: uuid.NewString(), To: normalizeEmail(to), Subject: words.subject, Type: kind, Code: code, SentAt: h.now()}
	if words.action != "" {
		mail.Link = h.actionLink(kind, hash, redirectTo)
	}
	var html bytes.Buffer
	err := mailTemplate.Execute(&html, map[string]string{
		"Subject": words.subject, "Lead": words.lead, "Action": words.action, "Link": mail.Link, "Code": code,
	})
	if err != nil {
		return Mail{}, fmt.Errorf("compose mail: %w", err)
	}
	mail.HTML = html.String()
	return mail, nil
}

// actionLink leads to GET /verify. Colons and slashes of the target stay
// readable, as in the links of Supabase Auth.
func (h *Handler) actionLink(kind, hash, redirectTo string) string {
	target := strings.NewReplacer("%3A", ":", "%2F", "/").Replace(url.QueryEscape(redirectTo))
	return fmt.Sprintf("%s/verify?token=%s&type=%s&redirect_to=%s", h.opts.ExternalURL, hash, kind, target)
}
