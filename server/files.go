package server

import "time"

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
