package auth

type healthResponse struct {
	Version     string `json:"version"`
	Name        string `json:"name"`
	Description string `json:"description"`
}

// health is GET /health; anyone may ask.
func (h *Handler) health(*request) (reply, error) {
	return ok(healthResponse{Version: Version, Name: "GoTrue", Description: "GoTrue is a user registration and authentication API"}), nil
}

// sso is POST /sso, for SAML, which there isn't.
func (h *Handler) sso(*request) (reply, error) {
	return reply{}, notFound("saml_provider_disabled", "SAML 2.0 is disabled")
}

type settingsResponse struct {
	External          map[string]bool `json:"external"`
	DisableSignup     bool            `json:"disable_signup"`
	MailerAutoconfirm bool            `json:"mailer_autoconfirm"`
	PhoneAutoconfirm  bool            `json:"phone_autoconfirm"`
	SMSProvider       string          `json:"sms_provider"`
	SAMLEnabled       bool            `json:"saml_enabled"`
	PasskeysEnabled   bool            `json:"passkeys_enabled"`
}

// settings is GET /settings; anyone may ask.
func (h *Handler) settings(*request) (reply, error) {
	external := map[string]bool{"anonymous_users": h.opts.AnonymousUsers, "email": true, "phone": false}
	for _, name := range hostedProviders {
		external[name] = false
	}
	for name := range h.providers {
		external[name] = true
	}
	return ok(settingsResponse{
		External:          external,
		DisableSignup:     h.opts.DisableSignup,
		MailerAutoconfirm: h.opts.Autoconfirm,
	}), nil
}

// hostedProviders are those that a Supabase project lists in its settings.
var hostedProviders = []string{
	"apple", "azure", "bitbucket", "discord", "facebook", "figma", "fly", "github", "gitlab", "google", "kakao",
	"keycloak", "linkedin", "linkedin_oidc", "notion", "slack", "slack_oidc", "snapchat", "spotify", "twitch",
	"twitter", "workos", "x", "zoom",
}
