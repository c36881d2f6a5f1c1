package server

import "time"

// Factor is a second factor of a user.
type Factor struct {
	ID        string    `json:"id"`
	Type      string    `json:"type"` // "totp"; also "phone" or "webauthn" if another app has added it
	Name      string    `json:"name"`
	Status    string    `json:"status"` // "verified" or "unverified"
	CreatedAt time.Time `json:"createdAt"`
}

// NewFactorRequest is the body of POST /api/auth/factors.
type NewFactorRequest struct {
	Type string `json:"type"` // "totp"
	Name string `json:"name"`
}

// NewFactor is a factor that the user must verify with a code.
type NewFactor struct {
	ID     string `json:"id"`
	Secret string `json:"secret"` // base32, to type into an authenticator app
	URI    string `json:"uri"`    // otpauth://...
	QRCode string `json:"qrCode"` // the URI as an image: a data URL
}

// FactorCodeRequest is the body of POST /api/auth/factors/:id/verify, and of DELETE
// /api/auth/factors/:id.
type FactorCodeRequest struct {
	Code     string `json:"code"`
	FactorID string `json:"factorId,omitempty"` // DELETE: the verified factor that has created the code; "": the deleted one
}
