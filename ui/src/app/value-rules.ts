import { checkEnteredValue } from '@/data/values/checks/check-value';
import { formatWireValue } from '@/data/values/value.utils';
import type { ValueRules } from '@/features/csv/csv.types';
import { stringify } from '@/lib/json';

const arrayLiteral = /^(\[[\d:\-[\]]+\]=)?\{.*\}$/s;
const compositeLiteral = /^\(.*\)$/s;

/** The checks of the rows' own forms, for values from files. */
export const valueRules: ValueRules = {
  toJSON: (column, text) => {
    // Arrays and composite values as PostgreSQL's own files have them: the database reads those itself.
    const literal = column.array ? arrayLiteral : column.kind === 'composite' ? compositeLiteral : undefined;
    if (text !== null && literal?.test(text)) return { json: stringify(text) };
    const checked = checkEnteredValue(column, text);
    return 'problem' in checked ? checked : { json: formatWireValue(column, checked.value) };
  },
};
