package server

import "time"

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

// User is the signed-in person, as the auth area describes them.
type User struct {
	ID    string `json:"id"`
	Email string `json:"email"`
	Name  string `json:"name"` // user_metadata full_name or name, else the e-mail's local part
	Role  string `json:"role"` // database role of the token, e.g. "authenticated", "staff"
}

// SignInRequest is the body of POST /api/auth/sign-in and /sign-up.
type SignInRequest struct {
	Email    string `json:"email"`
	Password string `json:"password"`
}

// SignInResponse answers both. User is null when a sign-up waits for the
// e-mail to be confirmed.
type SignInResponse struct {
	User *User `json:"user"`
}

// Bucket is one of GET /api/buckets.
type Bucket struct {
	ID               string    `json:"id"`
	Name             string    `json:"name"`
	Public           bool      `json:"public"`
	FileSizeLimit    *int64    `json:"fileSizeLimit"`    // bytes; null: the server's limit
	AllowedMIMETypes []string  `json:"allowedMimeTypes"` // empty: any; may hold "image/*"
	CreatedAt        time.Time `json:"createdAt"`
}

// FileList is the answer of GET /api/files/:bucket?prefix=&search=&sort=&limit=&cursor=.
// sort is name, updated_at or created_at, with .asc or .desc.
type FileList struct {
	Entries    []FileEntry    `json:"entries"`    // folders first
	NextCursor *string        `json:"nextCursor"` // null at the end
	Privileges FilePrivileges `json:"privileges"` // for this prefix
}

// FileEntry is an object, or a folder (a common prefix of objects).
type FileEntry struct {
	Name      string     `json:"name"` // last segment of the path
	Path      string     `json:"path"` // within the bucket; a folder's ends without "/"
	Folder    bool       `json:"folder"`
	Size      int64      `json:"size"` // bytes; 0 for a folder
	MIMEType  string     `json:"mimeType"`
	ETag      string     `json:"etag"`
	CreatedAt *time.Time `json:"createdAt"`
	UpdatedAt *time.Time `json:"updatedAt"`
}

// FilePrivileges says what the caller may try on objects under a prefix; null
// where the backend can't say (then it is offered, and a refusal is shown).
type FilePrivileges struct {
	Insert *bool `json:"insert"`
	Update *bool `json:"update"`
	Delete *bool `json:"delete"`
}

// FileMove is the body of POST /api/files/:bucket/move and /copy.
type FileMove struct {
	From     string `json:"from"`
	To       string `json:"to"`
	ToBucket string `json:"toBucket,omitempty"` // "" is the same bucket
}

// FileRemove is the body of POST /api/files/:bucket/remove.
type FileRemove struct {
	Paths []string `json:"paths"`
}

// FileRemoved answers it: a path that was asked for and is in neither list
// does not occur. Refused ones still exist, or never did for this person.
type FileRemoved struct {
	Removed []string `json:"removed"`
	Refused []string `json:"refused"`
}

// FileSign is the body of POST /api/files/:bucket/sign.
type FileSign struct {
	Path      string `json:"path"`
	ExpiresIn int    `json:"expiresIn"` // seconds, 1 to 604,800
}

// FileSigned answers it.
type FileSigned struct {
	URL string `json:"url"`
}

// Health is the answer of GET /readyz: 200 when every area answers, else 503.
type Health struct {
	Status string                `json:"status"` // "ok" or "unavailable"
	Areas  map[string]AreaHealth `json:"areas"`  // "rest", "auth", "storage"
}

// AreaHealth is one area of the backend.
type AreaHealth struct {
	OK      bool   `json:"ok"`
	Millis  int64  `json:"millis"`
	Message string `json:"message,omitempty"`
}
