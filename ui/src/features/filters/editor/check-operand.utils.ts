import { isRangeLiteral } from '@/data/query/operators/operator-forms.utils';
import type { Operator } from '@/data/query/operators/operators.utils';
import { parseRelativeDays } from '@/data/query/relative-days.utils';
import { canUseRelativeDays } from '@/data/query/resolve-filters';
import { userVariables } from '@/data/query/user-variables';
import { checkEnteredValue } from '@/data/values/checks/check-value';
import type { Column, Kind } from '@/lib/api.gen';

type OperandResult = { values: readonly string[] } | { problem: string };

/** What a range of a type lies among. */
const rangeElementKinds: Record<string, Kind> = {
  int4: 'integer',
  int8: 'integer',
  num: 'numeric',
  date: 'date',
  ts: 'timestamp',
  tstz: 'timestamptz',
};

/** The operand as the database wants it, or what is wrong with it. */
export function checkOperand(column: Column, operator: Operator, values: readonly string[]): OperandResult {
  const [value = ''] = values;
  switch (operator.operand) {
    case 'none':
      return { values: [] };
    case 'many':
      return values.length > 0 ? { values } : { problem: 'Choose at least one.' };
    case 'search':
      return value.trim() === '' ? { problem: 'Type what to look for.' } : { values };
    case 'list':
      return checkList(column, operator, values);
    case 'one': {
      if (operator.operandType === 'text') {
        return value === '' ? { problem: 'Type what to look for.' } : { values: [value] };
      }
      const checked = checkValue(getOperandColumn(column, operator), value);
      return 'problem' in checked ? checked : { values: [checked.value] };
    }
  }
}

function checkList(column: Column, operator: Operator, values: readonly string[]): OperandResult {
  if (values.length === 0) return { problem: 'Type at least one value.' };
  if (operator.operandType === 'text') return { values };
  const checked = values.map((value) => checkValue(getOperandColumn(column, operator), value));
  const wrong = checked.findIndex((each) => 'problem' in each);
  if (wrong < 0) return { values: checked.flatMap((each) => ('value' in each ? [each.value] : [])) };
  const { problem = '' } = checked[wrong] as { problem?: string };
  return { problem: values.length > 1 ? `Line ${wrong + 1}: ${problem}` : problem };
}

/** The column as it would be if it held what is entered. */
function getOperandColumn(column: Column, operator: Operator): Column {
  const one = { ...column, array: false, nullable: false };
  if (operator.arrow === '->>') return { ...one, kind: 'text', maxLength: null };
  return operator.arrow === '->' ? { ...one, kind: 'json' } : one;
}

function checkValue(column: Column, value: string): { value: string } | { problem: string } {
  if (canUseRelativeDays(column) && parseRelativeDays(value)) return { value };
  if (value === userVariables.id || value === userVariables.email) return { value };
  // Can't be saved through REST, but may well be there, and be compared with.
  if (column.kind === 'json' && value.trim() === 'null') return { value };
  if (column.kind === 'range' || column.kind === 'multirange') {
    const base = column.base.replace(/(multi)?range$/, '');
    const kind = rangeElementKinds[base];
    if (!isRangeLiteral(value) && kind) return checkValue({ ...column, kind, base }, value);
    // Several ranges may be compared with a single one.
    if (!value.trim().startsWith('{')) return checkValue({ ...column, kind: 'text', maxLength: null }, value);
  }
  const checked = checkEnteredValue(column, value);
  return 'problem' in checked ? checked : { value: String(checked.value) };
}
