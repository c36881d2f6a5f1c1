import type { Value } from '@/data/rows/row';
import type { Column } from '@/lib/api.gen';

/**
 * Whether the database orders a column by the order of its values. It orders a text whose values a check constraint lists as
 * a text.
 */
export function hasEnumOrder({ kind, base }: Pick<Column, 'kind' | 'base'>): boolean {
  return kind === 'enum' && !/^(text|varchar|bpchar)$/.test(base);
}

/** Maximum length of a text that a chip shows. */
const maxChipLength = 40;

/** Whether a chip shows a value of a text column: the column contains a status, and the text is short. */
export function isChipText({ status }: Column, value: Value): value is string {
  return (
    status === true &&
    typeof value === 'string' &&
    value !== '' &&
    value.length <= maxChipLength &&
    !/[\r\n]/.test(value)
  );
}

const labelsByValues = new WeakMap<readonly string[], ReadonlyMap<string, string>>();

/**
 * Returns the displayed text of a value of an enum or of a text with a status: from the tag `@labels`, otherwise 'In transit' for
 * `in_transit`.
 */
export function getEnumLabel(column: Pick<Column, 'enum' | 'labels' | 'status'>, value: string): string {
  const tagged = column.labels?.[value];
  if (tagged !== undefined) return tagged;
  if (column.status) return isWord(value, true, false) ? formatWords(value) : value;
  let labels = labelsByValues.get(column.enum);
  if (!labels) {
    labels = createLabels(column.enum);
    labelsByValues.set(column.enum, labels);
  }
  return labels.get(value) ?? value;
}

/** Returns the label of an enum's value inside a sentence: 'in transit' for `in_transit`. A tagged label of other words is unchanged. */
export function getEnumWords(column: Pick<Column, 'enum' | 'labels'>, value: string): string {
  const label = getEnumLabel(column, value);
  return label !== value && label === formatWords(value) ? toWords(value) : label;
}

/** Returns a text without accents: 'Cafe' for 'Café'. */
function removeAccents(text: string): string {
  return text.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
}

/** The forms in which labels are compared, the most exact first. */
const labelForms: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.normalize().toLocaleLowerCase(),
  (text) => removeAccents(text).toLocaleLowerCase(),
];

/**
 * Returns the value of an enum with a label. Ignores case and accents if only one label matches; undefined if none or
 * several match.
 */
export function findEnumValue(column: Pick<Column, 'enum' | 'labels'>, label: string): string | undefined {
  for (const toForm of labelForms) {
    const searched = toForm(label);
    const found = column.enum.filter((value) => toForm(getEnumLabel(column, value)) === searched);
    if (found.length === 1) return found[0];
  }
  return undefined;
}

/** Words in lower case, separated by underscores, hyphens or spaces. */
const lowerCaseWords = /^\p{Ll}[\p{Ll}\d]*([_ -][\p{Ll}\d]+)*$/u;
/** Constants such as IN_TRANSIT or DRAFT. */
const constantWords = /^\p{Lu}[\p{Lu}\d]*(_[\p{Lu}\d]+)*$/u;
/** Minimum length of a constant without an underscore that shows that an enum's constants are words: DRAFT, but not EUR or SEPA. */
const minConstantLength = 5;

/**
 * Whether a value consists of words and is not a unit or code, such as `kg` or `EUR`. A value of up to three letters is a
 * word only if it has a vowel and another value of the enum is a longer word (`hasLongWords`). Constants without an underscore
 * are words only if all values are constants and one has an underscore or is longer than a code (`areConstants`); those of up to three
 * letters also need a vowel.
 */
function isWord(value: string, hasLongWords: boolean, areConstants: boolean): boolean {
  if (constantWords.test(value))
    return value.includes('_') || (areConstants && (value.length > 3 || /[AEIOU]/.test(value)));
  return lowerCaseWords.test(value) && (value.length > 3 || (hasLongWords && /[aeiou]/.test(value)));
}

/** Returns the labels by value: its words, or the value itself if it is a unit or code. Returns an empty map if two values would have the same label. */
function createLabels(values: readonly string[]): ReadonlyMap<string, string> {
  const hasLongWords = values.some((value) => value.length > 3 && lowerCaseWords.test(value));
  const areConstants =
    values.every((value) => constantWords.test(value)) &&
    values.some((value) => value.includes('_') || value.length >= minConstantLength);
  const labels = new Map(
    values.map((value) => [value, isWord(value, hasLongWords, areConstants) ? formatWords(value) : value]),
  );
  const isUnique = new Set(labels.values()).size === labels.size;
  return isUnique ? labels : new Map();
}

/** Returns a value in lower case, with spaces instead of underscores: 'in transit' for `IN_TRANSIT`. Keeps hyphens. */
function toWords(value: string): string {
  return value.toLocaleLowerCase().replaceAll('_', ' ');
}

/** Returns the words of a value with a capital first letter: 'In transit' for `in_transit`. */
function formatWords(value: string): string {
  const words = toWords(value);
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}
