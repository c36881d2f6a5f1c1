import { checkEnteredValue } from '@/data/values/checks/check-value';
import { formatWireValue } from '@/data/values/value.utils';
import type { ValueRules } from '@/features/csv/csv.types';
import { stringifyJSON } from '@/lib/text/json';

const arrayLiteral = /^(\[[\d:\-[\]]+\]=)?\{.*\}$/s;
const compositeLiteral = /^\(.*\)$/s;

/** Checks and converts values from CSV files with the same rules as the forms. */
export const valueRules: ValueRules = {
  toJSON: (column, text) => {
    // The database parses array and composite literals, which PostgreSQL writes into its own CSV files.
    const literal = column.array ? arrayLiteral : column.kind === 'composite' ? compositeLiteral : undefined;
    if (text !== null && literal?.test(text)) return { json: stringifyJSON(text) };
    const checked = checkEnteredValue(column, text, 'plain');
    return 'problem' in checked ? checked : { json: formatWireValue(column, checked.value) };
  },
};
