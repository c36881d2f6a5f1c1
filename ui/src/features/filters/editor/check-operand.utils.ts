import { canUseRelativeDays } from '@/data/query/filters/resolve-filters';
import { isRangeLiteral } from '@/data/query/operators/operator-forms.utils';
import type { Operator } from '@/data/query/operators/operators.utils';
import { parseRelativeDays } from '@/data/query/relative-days.utils';
import { userVariables } from '@/data/query/user-variables';
import { checkEnteredValue } from '@/data/values/checks/check-value';
import type { Column, Kind } from '@/lib/api.gen';
import { filtersMessages } from '../filters-messages';

const messages = filtersMessages.operand;

type OperandResult = { values: readonly string[] } | { problem: string };

/** The kind of the bounds of each range type, by the type's name without `range`. */
const rangeElementKinds: Record<string, Kind> = {
  int4: 'integer',
  int8: 'integer',
  num: 'numeric',
  date: 'date',
  ts: 'timestamp',
  tstz: 'timestamptz',
};

/** Returns the operand's values in the database's syntax, or the problem if they are invalid. */
export function checkOperand(column: Column, operator: Operator, values: readonly string[]): OperandResult {
  const [value = ''] = values;
  switch (operator.operand) {
    case 'none':
      return { values: [] };
    case 'many':
      return values.length > 0 ? { values } : { problem: messages.choiceMissing };
    case 'search':
      return value.trim() === '' ? { problem: messages.textMissing } : { values };
    case 'list':
      return checkList(column, operator, values);
    case 'one': {
      if (operator.operandType === 'text') {
        return value === '' ? { problem: messages.textMissing } : { values: [value] };
      }
      const checked = checkValue(getOperandColumn(column, operator), value);
      return 'problem' in checked ? checked : { values: [checked.value] };
    }
  }
}

function checkList(column: Column, operator: Operator, values: readonly string[]): OperandResult {
  if (values.length === 0) return { problem: messages.listMissing };
  if (operator.operandType === 'text') return { values };
  const checked = values.map((value) => checkValue(getOperandColumn(column, operator), value));
  const wrong = checked.findIndex((each) => 'problem' in each);
  if (wrong < 0) return { values: checked.flatMap((each) => ('value' in each ? [each.value] : [])) };
  const { problem = '' } = checked[wrong] as { problem?: string };
  return { problem: values.length > 1 ? messages.lineProblem(wrong + 1, problem) : problem };
}

/** Returns the column as if its type were that of the operand, for the check of an entered value. */
function getOperandColumn(column: Column, operator: Operator): Column {
  const one = { ...column, array: false, nullable: false };
  if (operator.arrow === '->>') return { ...one, kind: 'text', maxLength: null };
  return operator.arrow === '->' ? { ...one, kind: 'json' } : one;
}

/** Checks an operand as a value of the column. Relative days, user variables, and elements of a range are valid, too. */
function checkValue(column: Column, value: string): { value: string } | { problem: string } {
  if (canUseRelativeDays(column) && parseRelativeDays(value)) return { value };
  if (value === userVariables.id || value === userVariables.email) return { value };
  // JSON null can't be written through PostgREST, but rows can contain it.
  if (column.kind === 'json' && value.trim() === 'null') return { value };
  if (column.kind === 'range' || column.kind === 'multirange') {
    const base = column.base.replace(/(multi)?range$/, '');
    const kind = rangeElementKinds[base];
    if (!isRangeLiteral(value) && kind) return checkValue({ ...column, kind, base }, value);
    // A multirange column can also be compared with a single range.
    if (!value.trim().startsWith('{')) return checkValue({ ...column, kind: 'text', maxLength: null }, value);
  }
  const checked = checkEnteredValue(column, value, 'plain');
  return 'problem' in checked ? checked : { value: String(checked.value) };
}
