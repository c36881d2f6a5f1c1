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

// Mail is a mail that a hosted project would send.
type Mail struct {
	ID      string    `json:"id"`
	To      string    `json:"to"`
	Subject string    `json:"subject"`
	Type    string    `json:"type"` // the verification type, such as "signup"
	Code    string    `json:"code"` // the one-time code
	Link    string    `json:"link"` // "" for a mail with only a code
	SentAt  time.Time `json:"sent_at"`
	HTML    string    `json:"html"`
}

// maxMails is the maximum number of mails in the mailbox. The oldest are removed first.
const maxMails = 500

// mailbox stores the latest mails, oldest first. The zero value is an empty mailbox.
type mailbox struct {
	mu    sync.Mutex
	mails []Mail
}

// add adds mails. It removes the oldest mails if there are more than maxMails.
func (b *mailbox) add(mails ...Mail) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.mails = append(b.mails, mails...)
	if excess := len(b.mails) - maxMails; excess > 0 {
		b.mails = append([]Mail(nil), b.mails[excess:]...)
	}
}

// list returns the mails to an address, or all for "", latest first.
func (b *mailbox) list(to string) []Mail {
	b.mu.Lock()
	defer b.mu.Unlock()
	matching := []Mail{}
	for i := len(b.mails) - 1; i >= 0; i-- {
		if to == "" || b.mails[i].To == normalizeEmail(to) {
			matching = append(matching, b.mails[i])
		}
	}
	return matching
}

// clear removes all mails.
func (b *mailbox) clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.mails = nil
}

// mailTemplateText contains the texts of a mail of a type.
type mailTemplateText struct {
	subject string
	lead    string
	action  string // text of the link; "" for a mail without a link
}

var mailTexts = map[string]mailTemplateText{
	mailSignup:           {"Confirm your email", "Follow this link to confirm your email:", "Confirm your email address"},
	mailInvite:           {"You have been invited", "You have been invited to create an account. Follow this link to accept the invite:", "Accept the invite"},
	mailMagicLink:        {"Your sign-in link", "Follow this link to sign in:", "Sign in"},
	mailRecovery:         {"Reset your password", "Follow this link to reset the password of your account:", "Reset password"},
	mailEmailChange:      {"Confirm your new email", "Follow this link to confirm the change of your email address:", "Confirm the change"},
	mailReauthentication: {"Confirm your identity", "Enter this code to continue:", ""},
}

var mailTemplate = htmltemplate.Must(htmltemplate.New("mail").Parse(`<h2>{{.Subject}}</h2>
<p>{{.Lead}}</p>
{{if .Link}}<p><a href="{{.Link}}">{{.Action}}</a></p>
<p>Alternatively, enter the code: {{.Code}}</p>
{{else}}<p>{{.Code}}</p>
{{end}}`))

// composeMail returns a mail of a type. The link contains hash and redirectTo.
func (h *Handler) composeMail(kind, to, code, hash, redirectTo string) (Mail, error) {
	text := mailTexts[kind]
	mail := Mail{ID: uuid.NewString(), To: normalizeEmail(to), Subject: text.subject, Type: kind, Code: code, SentAt: h.now()}
	if text.action != "" {
		mail.Link = h.actionLink(kind, hash, redirectTo)
	}
	var html bytes.Buffer
	err := mailTemplate.Execute(&html, map[string]string{
		"Subject": text.subject, "Lead": text.lead, "Action": text.action, "Link": mail.Link, "Code": code,
	})
	if err != nil {
		return Mail{}, fmt.Errorf("compose mail: %w", err)
	}
	mail.HTML = html.String()
	return mail, nil
}

// actionLink returns a link to GET /verify. It doesn't escape colons and slashes of the target, like
// Supabase Auth.
func (h *Handler) actionLink(kind, hash, redirectTo string) string {
	target := strings.NewReplacer("%3A", ":", "%2F", "/").Replace(url.QueryEscape(redirectTo))
	return fmt.Sprintf("%s/verify?token=%s&type=%s&redirect_to=%s", h.opts.ExternalURL, hash, kind, target)
}
