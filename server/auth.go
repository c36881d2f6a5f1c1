package server

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
