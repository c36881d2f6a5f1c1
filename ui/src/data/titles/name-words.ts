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

const unchangedPlurals = new Set(['series', 'news', 'species']);
const irregularPlurals = new Map([
  ['people', 'person'],
  ['children', 'child'],
  ['matrices', 'matrix'],
  ['indices', 'index'],
]);

/** Returns the singular of an English noun: 'delivery' for 'deliveries'. */
export function toSingular(word: string): string {
  const irregular = irregularPlurals.get(word);
  if (irregular) return irregular;
  if (unchangedPlurals.has(word) || /(ss|us|is)$/.test(word)) return word;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(ches|shes|xes|sses)$/.test(word)) return word.slice(0, -2);
  return word.replace(/s$/, '');
}

/** Returns the singular words of a table's name: ['order', 'item'] for 'OrderItems'. */
export function listSingularWords(tableName: string): string[] {
  const words = splitNameWords(tableName);
  return words.map((word, i) => (i === words.length - 1 ? toSingular(word) : word));
}
