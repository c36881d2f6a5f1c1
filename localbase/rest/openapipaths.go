package rest

import (
	"strings"

	"github.com/tableside/tableside/localbase/rest/catalog"
	"github.com/tableside/tableside/localbase/rest/mediatype"
)

// This file builds the paths and parameters of the OpenAPI document.

func newReference(name string) object { return object{{"$ref", "#/parameters/" + name}} }

// newReferences returns references to parameters by their names.
func newReferences(names ...string) []object {
	out := make([]object, len(names))
	for i, name := range names {
		out[i] = newReference(name)
	}
	return out
}

// newOperation returns the start of an operation; the first line of the comment is its summary.
func newOperation(tag, comment string) object {
	first, rest := splitComment(comment)
	return object{{"tags", []string{tag}}}.addMember("summary", first).addMember("description", rest)
}

// buildRelationPath returns the operations of a relation: get, post, patch and delete.
func buildRelationPath(r *catalog.Relation) object {
	name := r.Name.Name
	var filters []string
	for _, c := range r.Columns {
		filters = append(filters, "rowFilter."+name+"."+c.Name)
	}
	operation := func(parameters []object, status, text string) object {
		response := object{{"description", text}}
		if status == "200" {
			response = append(response, member{"schema", object{{"items", object{{"$ref", "#/definitions/" + name}}}, {"type", "array"}}})
		}
		responses := object{{status, response}}
		if status == "200" {
			responses = append(responses, member{"206", object{{"description", "Partial Content"}}})
		}
		return append(newOperation(name, r.Description), member{"parameters", parameters}, member{"responses", responses})
	}
	path := object{{"get", operation(newReferences(append(filters, "select", "order", "range", "rangeUnit", "offset", "limit", "preferCount")...), "200", "OK")}}
	if r.Insertable || r.Updatable || r.Deletable {
		path = append(path,
			member{"post", operation(newReferences("body."+name, "select", "preferPost"), "201", "Created")},
			member{"delete", operation(newReferences(append(filters, "preferReturn")...), "204", "No Content")},
			member{"patch", operation(newReferences(append(filters, "body."+name, "preferReturn")...), "204", "No Content")},
		)
	}
	return path
}

// buildRelationParameters returns the parameters of a relation's operations: the body, and a filter
// for each column.
func buildRelationParameters(r *catalog.Relation) object {
	name := r.Name.Name
	out := object{{"body." + name, object{
		{"name", name}, {"description", name}, {"required", false}, {"in", "body"},
		{"schema", object{{"$ref", "#/definitions/" + name}}},
	}}}
	for _, c := range r.Columns {
		filter := object{{"name", c.Name}}.addMember("description", c.Description)
		out = append(out, member{"rowFilter." + name + "." + c.Name,
			append(filter, member{"required", false}, member{"in", "query"}, member{"type", "string"})})
	}
	return out
}

// buildSharedParameters returns the parameters that the operations of all relations share, such as
// select, order and Prefer.
func buildSharedParameters() object {
	prefer := func(values ...string) object {
		return object{
			{"name", "Prefer"}, {"description", "Preference"}, {"required", false},
			{"enum", values}, {"in", "header"}, {"type", "string"},
		}
	}
	text := func(name, description, in string) object {
		return object{{"name", name}, {"description", description}, {"required", false}, {"in", in}, {"type", "string"}}
	}
	returns := []string{"return=representation", "return=minimal", "return=none"}
	return object{
		{"preferParams", prefer("params=single-object")},
		{"preferReturn", prefer(returns...)},
		{"preferCount", prefer("count=none")},
		{"preferPost", prefer(append(returns, "resolution=ignore-duplicates", "resolution=merge-duplicates")...)},
		{"select", text("select", "Filtering Columns", "query")},
		{"on_conflict", text("on_conflict", "On Conflict", "query")},
		{"order", text("order", "Ordering", "query")},
		{"range", text("Range", "Limiting and Pagination", "header")},
		{"rangeUnit", append(text("Range-Unit", "Limiting and Pagination", "header"), member{"default", "items"})},
		{"offset", text("offset", "Limiting and Pagination", "query")},
		{"limit", text("limit", "Limiting and Pagination", "query")},
	}
}

// buildFunctionPath returns the operations of a function: get and post.
func buildFunctionPath(f *catalog.Function) object {
	base := func() object {
		return append(newOperation("(rpc) "+f.Name.Name, f.Description),
			member{"produces", []string{mediatype.JSON, mediatype.Object + ";nulls=stripped", mediatype.Object}})
	}
	properties := object{}
	required := []string{}
	get := []object{}
	for _, p := range f.Params {
		description := object{{"format", convertFormat(p.Type)}}
		if element, ok := strings.CutSuffix(p.Type, "[]"); ok {
			description = append(description, member{"items", object{}.addMember("type", convertType(element))})
		}
		properties = append(properties, member{p.Name, description.addMember("type", convertType(p.Type))})
		if p.Required {
			required = append(required, p.Name)
		}
		get = append(get, buildQueryParameter(p))
	}
	arguments := object{{"properties", properties}, {"type", "object"}}.addMember("description", f.Description)
	if len(required) > 0 {
		arguments = append(arguments, member{"required", required})
	}
	post := append(base(),
		member{"parameters", []object{
			{{"name", "args"}, {"required", true}, {"in", "body"}, {"schema", arguments}},
			newReference("preferParams"),
		}},
		member{"responses", okResponse})
	if f.Volatility == catalog.Volatile {
		return object{{"post", post}}
	}
	return object{{"get", append(base(), member{"parameters", get}, member{"responses", okResponse})}, {"post", post}}
}

// buildQueryParameter describes an argument in the query string. An array is a text such as
// "{1,2}"; a variadic argument is repeated.
func buildQueryParameter(p catalog.Param) object {
	out := object{{"name", p.Name}, {"required", p.Required}, {"in", "query"}}
	if p.Variadic {
		element := strings.TrimSuffix(p.Type, "[]")
		items := object{{"format", convertFormat(element)}}.addMember("type", convertType(element))
		return append(out, member{"type", "array"}, member{"items", items}, member{"collectionFormat", "multi"})
	}
	kind := convertType(p.Type)
	if kind == "" || kind == "array" {
		kind = "string"
	}
	return append(out, member{"format", convertFormat(p.Type)}, member{"type", kind})
}
