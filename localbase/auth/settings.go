package auth

type healthResponse struct {
	Version     string `json:"version"`
	Name        string `json:"name"`
	Description string `json:"description"`
}

// handleHealth handles GET /health. It is public.
func (h *Handler) handleHealth(*request) (response, error) {
	return respondOK(healthResponse{Version: Version, Name: "GoTrue", Description: "GoTrue is a user registration and authentication API"}), nil
}

// handleSSO handles POST /sso. SAML is not supported.
func (h *Handler) handleSSO(*request) (response, error) {
	return response{}, newNotFound("saml_provider_disabled", "SAML 2.0 is disabled")
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

// handleSettings handles GET /settings. It is public.
func (h *Handler) handleSettings(*request) (response, error) {
	external := map[string]bool{"anonymous_users": h.opts.AnonymousUsers, "email": !h.opts.DisableEmail, "phone": false}
	for _, name := range hostedProviders {
		external[name] = false
	}
	for name := range h.providers {
		external[name] = true
	}
	return respondOK(settingsResponse{
		External:          external,
		DisableSignup:     h.opts.DisableSignup,
		MailerAutoconfirm: h.opts.Autoconfirm,
		PasskeysEnabled:   h.opts.Passkeys != nil,
	}), nil
}

// hostedProviders contains the providers in the settings of a hosted project.
var hostedProviders = []string{
	"apple", "azure", "bitbucket", "discord", "facebook", "figma", "fly", "github", "gitlab", "google", "kakao",
	"keycloak", "linkedin", "linkedin_oidc", "notion", "slack", "slack_oidc", "snapchat", "spotify", "twitch",
	"twitter", "workos", "x", "zoom",
}
