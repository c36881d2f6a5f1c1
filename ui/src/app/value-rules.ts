import { checkEntered } from '@/data/values/checks/check.utils';
import { toWire } from '@/data/values/value.utils';
import type { ValueRules } from '@/features/csv/types';
import { stringify } from '@/lib/json';

const arrayLiteral = /^(\[[\d:\-[\]]+\]=)?\{.*\}$/s;
const compositeLiteral = /^\(.*\)$/s;

/** The checks of the rows' own forms, for values from files. */
export const valueRules: ValueRules = {
  toJSON: (column, text) => {
    // Arrays and composite values as PostgreSQL's own files have them: the database reads those itself.
    const literal = column.array ? arrayLiteral : column.kind === 'composite' ? compositeLiteral : undefined;
    if (text !== null && literal?.test(text)) return { json: stringify(text) };
    const checked = checkEntered(column, text);
    return 'problem' in checked ? checked : { json: toWire(column, checked.value) };
  },
};
