import { removeCurrency } from '@/data/values/formats/currency-text';
import { toASCIIDigits } from '@/data/values/numbers/local-numbers';
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

/** Digits that are not ASCII, and marks of the writing direction. */
const specialCharacters = /[\u0600-\u06ff\u0966-\u09ef\u200e\u200f]/u;

/** A text with a currency: its first or last character is a letter or a sign, and it has a digit. */
const amountPattern = /^[+\-\u200e\u200f\s]*[\p{L}\p{Sc}].*\p{Nd}|\p{Nd}.*[\p{L}\p{Sc}.\u200e\u200f]$/u;

const arabicSeparators = /[٫٬]/;
const plainNumber = /^[+-]?\d+(?:\.\d+)?$/;

/** Maximum length of a text that can be a number with a currency. */
const maxNumberLength = 60;

/**
 * Returns a number without its currency, which spreadsheets copy with the displayed value, and with ASCII digits. Arabic
 * separators have only one meaning: the result is the number in the form of PostgreSQL.
 */
function cleanNumber(text: string, column?: Column): string {
  if (text.length > maxNumberLength) return text.trim();
  const amount = amountPattern.test(text) ? (removeCurrency(column, text) ?? text) : text;
  // The cells of all columns of a file are read: most contain none of these.
  if (!specialCharacters.test(amount)) return amount.trim();
  const number = toASCIIDigits(amount).trim();
  return arabicSeparators.test(number) ? number.replaceAll('٬', '').replace('٫', '.') : number;
}

/** Detects the decimal separator of a file, by its numbers that have only one meaning. The default is a point. */
export function detectDecimalSeparator(rows: readonly (readonly string[])[]): DecimalSeparator {
  let commas = 0;
  let points = 0;
  for (const row of rows) {
    for (const cell of row) {
      const text = cleanNumber(cell);
      if (unambiguousPatterns[','].test(text)) commas += 1;
      else if (unambiguousPatterns['.'].test(text)) points += 1;
    }
  }
  return commas > points ? ',' : '.';
}

/**
 * Returns a number in the form of PostgreSQL: "2.500,00" with a decimal comma and
 * "2,500.00" with a decimal point are "2500.00". Returns other texts unchanged,
 * and also "1,234" with a decimal point, which is ambiguous. A number can have the
 * currency of its column and other digits: "15,90 €" and "١٥٫٩٠" are "15.90".
 */
export function normalizeNumber(column: Column, text: string, decimalSeparator: DecimalSeparator): string {
  const number = cleanNumber(text, column);
  if (arabicSeparators.test(text)) return number;
  if (decimalSeparator === '.' && ambiguousPattern.test(number)) return text;
  const match = localizedPatterns[decimalSeparator].exec(number);
  if (!match) return plainNumber.test(number) ? number : text;
  const [, sign = '', whole = '', decimals] = match;
  const digits = whole.replace(/\D/g, '');
  if (digits === '' && decimals === undefined) return text;
  return decimals === undefined ? sign + digits : `${sign}${digits}.${decimals}`;
}
