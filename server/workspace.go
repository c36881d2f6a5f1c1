package server

// Mode says what stands behind the server.
type Mode string

// The modes.
const (
	ModeLocal  Mode = "local"  // localbase
	ModeHosted Mode = "hosted" // SUPABASE_URL
)

// Workspace is the answer of GET /api/workspace; anyone may ask.
type Workspace struct {
	Name         string        `json:"name"` // TABLESIDE_NAME; "Harbour Roasters" in the demo
	Version      string        `json:"version"`
	Commit       string        `json:"commit"`
	Mode         Mode          `json:"mode"`
	SignIn       SignInMethods `json:"signIn"`
	Limits       Limits        `json:"limits"`
	DemoAccounts []DemoAccount `json:"demoAccounts"` // empty outside the demo
	User         *User         `json:"user"`         // null when signed out
}

// SignInMethods is what the backend's /auth/v1/settings allows.
type SignInMethods struct {
	Password  bool     `json:"password"`
	SignUp    bool     `json:"signUp"`
	Providers []string `json:"providers"` // OAuth provider names that are switched on
}

// Limits are the server's and the backend's.
type Limits struct {
	MaxRows     int   `json:"maxRows"`     // rows in one answer of the backend; ask no more than this at once
	UploadBytes int64 `json:"uploadBytes"` // largest single upload; a bucket may allow less
}

// DemoAccount is one that the sign-in page offers to click.
type DemoAccount struct {
	Email    string `json:"email"`
	Password string `json:"password"`
	Name     string `json:"name"`
	Role     string `json:"role"`
	About    string `json:"about"` // what this person may do, one sentence
}
