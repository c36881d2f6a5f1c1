package actions

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tableside/tableside/server/schema"
)

// jsonSchemaString is the Base of an argument of the JSON type string.
const jsonSchemaString = "string"

// inputProperty is an argument of an edge function.
type inputProperty struct {
	argument schema.ActionArgument
	choices  string // the table of "x-choices-from"; "": none
}

// propertySchema is the part of a JSON Schema from which a form is built. The app passes
// the complete schema on to developers.
type propertySchema struct {
	Type        jsonType          `json:"type"`
	Title       string            `json:"title"`
	Description string            `json:"description"`
	Format      string            `json:"format"`
	Enum        []json.RawMessage `json:"enum"`
	Default     json.RawMessage   `json:"default"`
	Items       *propertySchema   `json:"items"`
	ChoicesFrom string            `json:"x-choices-from"`
	File        string            `json:"x-file"`
}

// jsonType is a type, or the first type of a list that is not "null".
type jsonType string

// UnmarshalJSON accepts "string" and ["string", "null"].
func (t *jsonType) UnmarshalJSON(text []byte) error {
	var one string
	if json.Unmarshal(text, &one) == nil {
		*t = jsonType(one)
		return nil
	}
	var list []string
	if err := json.Unmarshal(text, &list); err != nil {
		return fmt.Errorf("type must be a text or a list of texts: %w", err)
	}
	if i := slices.IndexFunc(list, func(name string) bool { return name != "null" }); i >= 0 {
		*t = jsonType(list[i])
	}
	return nil
}

// parseInput returns the properties of a JSON Schema of an object, in their order. Without
// a schema there are none. The error is errInvalidInput.
func parseInput(text json.RawMessage) ([]inputProperty, error) {
	if len(text) == 0 {
		return nil, nil
	}
	var root struct {
		Type       jsonType        `json:"type"`
		Properties json.RawMessage `json:"properties"`
		Required   []string        `json:"required"`
	}
	if err := json.Unmarshal(text, &root); err != nil || root.Type != "" && root.Type != "object" {
		return nil, errInvalidInput
	}
	if len(root.Properties) == 0 {
		return nil, nil
	}
	decoder := json.NewDecoder(bytes.NewReader(root.Properties))
	if start, err := decoder.Token(); err != nil || start != json.Delim('{') {
		return nil, errInvalidInput
	}
	var properties []inputProperty
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return nil, errInvalidInput
		}
		var property propertySchema
		if err := decoder.Decode(&property); err != nil {
			return nil, fmt.Errorf("%w: property %v: %w", errInvalidInput, name, err)
		}
		properties = append(properties, newInputProperty(name.(string), property, slices.Contains(root.Required, name.(string))))
	}
	return properties, nil
}

// newInputProperty returns the argument that a property of the schema describes. The title is that of the property, or
// its name as words.
func newInputProperty(name string, property propertySchema, isRequired bool) inputProperty {
	argument := schema.ActionArgument{
		Name: name, Title: property.Title, Help: property.Description, Required: isRequired,
		Preset: readPreset(property.Default), Fields: []schema.CompositeField{},
	}
	if argument.Title == "" {
		argument.Title = schema.FormatTitle(nil, strings.ReplaceAll(name, "-", "_"))
	}
	element := property
	if property.Type == "array" && property.Items != nil {
		argument.IsArray, element = true, *property.Items
	}
	argument.Kind, argument.Enum = element.kind()
	argument.Base = string(element.Type)
	argument.Type = argument.Base
	if argument.IsArray {
		argument.Type += "[]"
	}
	if property.File != "" {
		file := parseFile(property.File)
		argument.File = &file
	}
	return inputProperty{argument: argument, choices: property.ChoicesFrom}
}

// kind returns the kind of a property, and the values of an enum.
func (p propertySchema) kind() (schema.Kind, []string) {
	values := []string{}
	for _, item := range p.Enum {
		var text string
		if json.Unmarshal(item, &text) != nil {
			return schema.JSON, []string{} // not only texts
		}
		values = append(values, text)
	}
	if len(values) > 0 {
		return schema.Enum, values
	}
	switch p.Type {
	case "string":
		switch p.Format {
		case "date":
			return schema.Date, values
		case "time":
			return schema.Time, values
		case "date-time":
			return schema.TimestampTZ, values
		case "uuid":
			return schema.UUID, values
		}
		return schema.Text, values
	case "integer":
		return schema.Integer, values
	case "number":
		return schema.Numeric, values
	case "boolean":
		return schema.Boolean, values
	}
	return schema.JSON, values
}

// readPreset returns a default as the text to fill in: a text as it is, another value as JSON.
func readPreset(value json.RawMessage) *string {
	text := string(value)
	if text == "" || text == "null" {
		return nil
	}
	var plain string
	if json.Unmarshal(value, &plain) == nil {
		text = plain
	}
	return &text
}
