/**
 * Splits the name of a table or a column into words in lower case, at spaces, underscores, hyphens and where a capital
 * letter begins a word: 'CompanyName', 'company_name' and 'Company Name' are ['company', 'name'].
 */
export function splitNameWords(name: string): string[] {
  return name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[\s_\-.]+/)
    .filter((word) => word !== '');
}

/** Returns a name as words in lower case with underscores between them: 'starts_at' for 'startsAt' and 'Starts At'. */
export function toSnakeCase(name: string): string {
  return splitNameWords(name).join('_');
}

const unchangedPlurals = new Set(['series', 'news', 'species']);
const irregularPlurals = new Map([
  ['people', 'person'],
  ['children', 'child'],
  ['matrices', 'matrix'],
  ['indices', 'index'],
]);

/** Returns the singular of an English noun: 'delivery' for 'deliveries'. */
function toSingular(word: string): string {
  const irregular = irregularPlurals.get(word);
  if (irregular) return irregular;
  if (unchangedPlurals.has(word) || /(ss|us|is)$/.test(word)) return word;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(ches|shes|xes|sses)$/.test(word)) return word.slice(0, -2);
  return word.replace(/s$/, '');
}

/** Plurals of other languages that end with s, of which toSingular would remove too little. */
const foreignPlural = /(iones|dades|dores)$/;

/** Endings of words that can be a plural of another language, for example of German, Italian, Swedish or Polish. */
const pluralEnding = /[aeiounry]$/;

/** Singular English nouns with such an ending that are frequent in names of tables. */
const singularNoun =
  /(order|customer|user|member|supplier|company|category|[st]ory|delivery|country|activity|person|[st]ion|invoice|service|employee|sale|role|file|profile|image|page|message|note|site|store|vehicle)$/;

/**
 * Returns the singular of an English noun, or of a plural with s of another language. Undefined for other words, of which
 * this is not certain: 'sendungen' is a plural, and a table can be named after either.
 */
export function findSingular(word: string): string | undefined {
  const singular = toSingular(word);
  if (singular !== word) return foreignPlural.test(word) ? undefined : singular;
  return pluralEnding.test(word) && !singularNoun.test(word) ? undefined : word;
}

/** Returns the plural of an English noun: 'deliveries' for 'delivery'. */
export function toPlural(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** Returns the singular words of a table's name: ['order', 'item'] for 'OrderItems'. */
export function listSingularWords(tableName: string): string[] {
  const words = splitNameWords(tableName);
  return words.map((word, i) => (i === words.length - 1 ? toSingular(word) : word));
}
