import { checkEnteredValue } from '@/data/values/checks/check-value';
import { formatWireValue } from '@/data/values/value.utils';
import type { ValueRules } from '@/features/csv/csv.types';
import type { Column } from '@/lib/api.gen';
import { stringifyJSON } from '@/lib/text/json';

const arrayLiteral = /^(\[[\d:\-[\]]+\]=)?\{.*\}$/s;
const compositeLiteral = /^\(.*\)$/s;

/** Checks and converts values from CSV files with the same rules as the forms. */
export const valueRules: ValueRules = {
  toJSON: (column, text) => {
    // The database parses array and composite literals, which PostgreSQL writes into its own CSV files.
    const literal = column.array ? arrayLiteral : column.kind === 'composite' ? compositeLiteral : undefined;
    if (text !== null && literal?.test(text)) return { json: stringifyJSON(text) };
    const checked = checkEnteredValue(column, fixDecimalComma(column, text), 'plain');
    return 'problem' in checked ? checked : { json: formatWireValue(column, checked.value) };
  },
};

/**
 * Writes the decimal comma of a number as a point: '15,90'. A file has the numbers of the program that wrote it, not of the
 * user's locale, so '2.500' is a plain number.
 */
function fixDecimalComma({ kind }: Column, text: string | null): string | null {
  const isDecimal = kind === 'numeric' || kind === 'float';
  return isDecimal && text !== null && /^\s*-?\d+,(\d{1,2}|\d{4,})\s*$/.test(text)
    ? text.replace(',', '.')
    : text;
}
