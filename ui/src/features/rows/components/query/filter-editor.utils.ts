import type { Column } from '@/lib/api.gen';
import { checkEntered } from '../../values/check.utils';
import type { Operator } from './operators.utils';

type CheckedOperand = { values: readonly string[] } | { problem: string };

/** Operators whose operand is a text, whatever the column's type. */
const textOperators = new Set(['contains', 'lacks', 'starts', 'ends', 'wfts']);

/** The operand as the database wants it, or what is wrong with it. */
export function checkOperand(column: Column, operator: Operator, values: readonly string[]): CheckedOperand {
  if (operator.operand === 'none') return { values: [] };
  if (operator.operand === 'many')
    return values.length > 0 ? { values } : { problem: 'Choose at least one.' };
  const [value = ''] = values;
  if (textOperators.has(operator.id))
    return value === '' ? { problem: 'Type what to look for.' } : { values };
  if (operator.id === 'cs' && column.kind === 'range')
    return value === '' ? { problem: 'Type a value.' } : { values };
  const checked = checkEntered({ ...column, array: false, nullable: false }, value);
  return 'problem' in checked ? checked : { values: [String(checked.value)] };
}
