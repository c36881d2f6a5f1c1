package schema

// baseTypeKinds maps the pg_type name of a base type to its family. For other types,
// typeKinds determines the family, or it is Other.
var baseTypeKinds = map[string]Kind{
	"bool": Boolean,
	"int2": Integer, "int4": Integer, "int8": Integer, "oid": Integer,
	"numeric": Numeric, "money": Numeric,
	"float4": Float, "float8": Float,
	"text": Text, "varchar": Text, "bpchar": Text, "char": Text, "citext": Text, "name": Text,
	"uuid": UUID,
	"date": Date, "time": Time, "timetz": TimeTZ, "timestamp": Timestamp, "timestamptz": TimestampTZ,
	"interval": Interval,
	"json":     JSON, "jsonb": JSON,
	"bytea":    Bytea,
	"tsvector": TSVector,
	"inet":     Network, "cidr": Network, "macaddr": Network, "macaddr8": Network,
}

// typeKinds maps pg_type.typtype.
var typeKinds = map[string]Kind{"e": Enum, "r": Range, "m": Multirange, "c": Composite}

// kind returns the family. typtype has precedence: a user can name an enum "date".
func (t responseType) kind() Kind {
	if k, ok := typeKinds[t.TypType]; ok {
		return k
	}
	if k, ok := baseTypeKinds[t.Base]; ok {
		return k
	}
	return Other
}
