import type { ValueRules } from '@/features/csv/types';
import { checkEntered } from '@/features/rows/values/check.utils';
import { toWire } from '@/features/rows/values/value.utils';

/** The checks of the rows' own forms, for values from files. */
export const valueRules: ValueRules = {
  toJSON: (column, text) => {
    const checked = checkEntered(column, text);
    return 'problem' in checked ? checked : { json: toWire(column, checked.value) };
  },
};
