package storage

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
)

// maxJSONBody is the maximum size of a JSON body in bytes.
const maxJSONBody = 1 << 20

// readJSON parses the JSON body into target. It ignores unknown fields, as supabase/storage does.
func readJSON(r *http.Request, target any) error {
	body, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, maxJSONBody))
	var tooLong *http.MaxBytesError
	if errors.As(err, &tooLong) {
		return newTooLarge("body")
	}
	if err != nil {
		return &apiError{status: 400, code: codeInvalidRequest, message: "The body is incomplete", cause: err}
	}
	if len(body) == 0 {
		return newInvalidRequest("body must be object")
	}
	var typeError *json.UnmarshalTypeError
	err = json.Unmarshal(body, target)
	if errors.As(err, &typeError) {
		return newInvalidRequest("body/" + typeError.Field + " must be " + typeError.Type.String())
	}
	if err != nil {
		return newInvalidRequest("Body is not valid JSON")
	}
	return nil
}

// parseQueryInteger parses a non-negative number of the query string, or returns fallback for "".
func parseQueryInteger(text string, fallback int) (int, error) {
	if text == "" {
		return fallback, nil
	}
	number, err := strconv.ParseInt(text, 10, 32)
	if err != nil || number < 0 {
		return 0, newInvalidRequest("querystring must contain numbers that are not negative")
	}
	return int(number), nil
}
