package extensions

import "strings"

// operator calls a function with two operands of the same type. All are in the schema of the extension.
type operator struct{ symbol, operand, function string }

// newVector returns the stand-in of pgvector: its types with all distances, which return errors. Its file
// creates what works: casts of arrays and the comparison of equal texts.
func newVector() Extension {
	e := Extension{Name: "vector", IsStandIn: true, hasSQLFile: true}
	add := func(operand, symbol, function, result string) {
		e.functions = append(e.functions, "schema."+function+"(schema."+operand+", schema."+operand+") returns "+result)
		if symbol != "" {
			e.operators = append(e.operators, operator{symbol, operand, function})
		}
	}
	for _, name := range []string{"vector", "halfvec", "sparsevec"} {
		add(name, "<->", "l2_distance", "double precision")
		add(name, "<#>", name+"_negative_inner_product", "double precision")
		add(name, "<=>", "cosine_distance", "double precision")
		add(name, "<+>", "l1_distance", "double precision")
		add(name, "", "inner_product", "double precision")
		e.functions = append(e.functions,
			strings.ReplaceAll("schema.l2_norm(schema.TYPE) returns double precision", "TYPE", name),
			strings.ReplaceAll("schema.l2_normalize(schema.TYPE) returns schema.TYPE", "TYPE", name))
		if name == "sparsevec" {
			continue
		}
		for symbol, function := range map[string]string{"+": "add", "-": "sub", "*": "mul", "||": "concat"} {
			add(name, symbol, name+"_"+function, "schema."+name)
		}
		e.functions = append(e.functions,
			strings.ReplaceAll("schema.vector_dims(schema.TYPE) returns integer", "TYPE", name),
			strings.ReplaceAll("schema.subvector(schema.TYPE, integer, integer) returns schema.TYPE", "TYPE", name),
			strings.ReplaceAll("schema.binary_quantize(schema.TYPE) returns bit varying", "TYPE", name))
		for _, aggregate := range []string{"avg", "sum"} {
			definition := "schema.NAME(schema.TYPE) (sfunc = schema.TYPE_add, stype = schema.TYPE, initcond = '')"
			e.aggregates = append(e.aggregates, strings.NewReplacer("NAME", aggregate, "TYPE", name).Replace(definition))
		}
	}
	e.functions = append(e.functions, "schema.vector_norm(schema.vector) returns double precision")
	return e
}
