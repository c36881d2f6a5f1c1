package server

// User is the signed-in person, as the auth area describes them.
type User struct {
	ID    string `json:"id"`
	Email string `json:"email"`
	Name  string `json:"name"` // user_metadata full_name or name, else the e-mail's local part
	Role  string `json:"role"` // database role of the token, e.g. "authenticated", "staff"
}
