import type { Column } from '@/lib/api.gen';
import type { DecimalSeparator } from '../csv.types';

/** Group separators besides the point or the comma: spaces (also no-break spaces) and apostrophes. */
const otherGroups = String.raw`\s'’`;

/** Numbers that can only be read with this decimal separator: "15,90" and "2.500,00" with a comma. */
const unambiguousPatterns: Readonly<Record<DecimalSeparator, RegExp>> = {
  ',': createUnambiguousPattern(',', String.raw`\.`),
  '.': createUnambiguousPattern(String.raw`\.`, ','),
};

function createUnambiguousPattern(decimal: string, group: string): RegExp {
  const oneOrTwoOrManyDecimals = String.raw`\d+${decimal}(?:\d{1,2}|\d{4,})`;
  const groupsAndDecimals = String.raw`\d{1,3}(?:[${group}${otherGroups}]\d{3})+${decimal}\d+`;
  const severalGroups = String.raw`\d{1,3}(?:${group}\d{3}){2,}`;
  return new RegExp(`^[+-]?(?:${oneOrTwoOrManyDecimals}|${groupsAndDecimals}|${severalGroups})$`);
}

/** Returns whether the import reads a column's numbers. PostgreSQL reads amounts of money in its own locale. */
export function isNumericColumn({ kind, base }: Column): boolean {
  return (kind === 'integer' || kind === 'numeric' || kind === 'float') && base !== 'money';
}

/** Numbers that are written with separators which PostgreSQL doesn't read. */
const localizedPatterns: Readonly<Record<DecimalSeparator, RegExp>> = {
  ',': new RegExp(String.raw`^([+-]?)(\d{1,3}(?:[.${otherGroups}]\d{3})+|\d*)(?:,(\d+))?$`),
  '.': new RegExp(String.raw`^([+-]?)(\d{1,3}(?:[,${otherGroups}]\d{3})+)(?:\.(\d+))?$`),
};

/** A point and a comma can both be the separator of "1,234": the import reads it only with more evidence. */
const ambiguousPattern = /^[+-]?\d{1,3},\d{3}$/;

/** Detects the decimal separator of a file, by its numbers that have only one meaning. The default is a point. */
export function detectDecimalSeparator(rows: readonly (readonly string[])[]): DecimalSeparator {
  let commas = 0;
  let points = 0;
  for (const row of rows) {
    for (const cell of row) {
      const text = cell.trim();
      if (unambiguousPatterns[','].test(text)) commas += 1;
      else if (unambiguousPatterns['.'].test(text)) points += 1;
    }
  }
  return commas > points ? ',' : '.';
}

/**
 * Returns a number in the form of PostgreSQL: "2.500,00" with a decimal comma and
 * "2,500.00" with a decimal point are "2500.00". Returns other texts unchanged,
 * and also "1,234" with a decimal point, which is ambiguous.
 */
export function normalizeNumber(text: string, decimalSeparator: DecimalSeparator): string {
  const trimmed = text.trim();
  if (decimalSeparator === '.' && ambiguousPattern.test(trimmed)) return text;
  const match = localizedPatterns[decimalSeparator].exec(trimmed);
  if (!match) return text;
  const [, sign = '', whole = '', decimals] = match;
  const digits = whole.replace(/\D/g, '');
  if (digits === '' && decimals === undefined) return text;
  return decimals === undefined ? sign + digits : `${sign}${digits}.${decimals}`;
}
