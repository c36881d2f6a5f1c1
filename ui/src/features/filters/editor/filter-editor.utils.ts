import { me } from '@/data/query/me.utils';
import { looksLikeRange } from '@/data/query/operators/operator-forms.utils';
import type { Operator } from '@/data/query/operators/operators.utils';
import { parseRelativeDays } from '@/data/query/relative-days.utils';
import { holdsDays } from '@/data/query/resolve.utils';
import { checkEntered } from '@/data/values/checks/check.utils';
import type { Column, Kind } from '@/lib/api.gen';

type CheckedOperand = { values: readonly string[] } | { problem: string };

/** What a range of a type lies among. */
const elementKinds: Record<string, Kind> = {
  int4: 'integer',
  int8: 'integer',
  num: 'numeric',
  date: 'date',
  ts: 'timestamp',
  tstz: 'timestamptz',
};

/** The operand as the database wants it, or what is wrong with it. */
export function checkOperand(column: Column, operator: Operator, values: readonly string[]): CheckedOperand {
  const [value = ''] = values;
  switch (operator.operand) {
    case 'none':
      return { values: [] };
    case 'many':
      return values.length > 0 ? { values } : { problem: 'Choose at least one.' };
    case 'words':
      return value.trim() === '' ? { problem: 'Type what to look for.' } : { values };
    case 'list':
      return checkList(column, operator, values);
    case 'one': {
      if (operator.takes === 'text') {
        return value === '' ? { problem: 'Type what to look for.' } : { values: [value] };
      }
      const checked = checkOne(operand(column, operator), value);
      return 'problem' in checked ? checked : { values: [checked.value] };
    }
  }
}

function checkList(column: Column, operator: Operator, values: readonly string[]): CheckedOperand {
  if (values.length === 0) return { problem: 'Type at least one value.' };
  if (operator.takes === 'text') return { values };
  const checked = values.map((value) => checkOne(operand(column, operator), value));
  const wrong = checked.findIndex((each) => 'problem' in each);
  if (wrong < 0) return { values: checked.flatMap((each) => ('value' in each ? [each.value] : [])) };
  const { problem = '' } = checked[wrong] as { problem?: string };
  return { problem: values.length > 1 ? `Line ${wrong + 1}: ${problem}` : problem };
}

/** The column as it would be if it held what is entered. */
function operand(column: Column, operator: Operator): Column {
  const one = { ...column, array: false, nullable: false };
  if (operator.arrow === '->>') return { ...one, kind: 'text', maxLength: null };
  return operator.arrow === '->' ? { ...one, kind: 'json' } : one;
}

function checkOne(column: Column, value: string): { value: string } | { problem: string } {
  if (holdsDays(column) && parseRelativeDays(value)) return { value };
  if (value === me.id || value === me.email) return { value };
  // Can't be saved through REST, but may well be there, and be compared with.
  if (column.kind === 'json' && value.trim() === 'null') return { value };
  if (column.kind === 'range' || column.kind === 'multirange') {
    const base = column.base.replace(/(multi)?range$/, '');
    const kind = elementKinds[base];
    if (!looksLikeRange(value) && kind) return checkOne({ ...column, kind, base }, value);
    // Several ranges may be compared with a single one.
    if (!value.trim().startsWith('{')) return checkOne({ ...column, kind: 'text', maxLength: null }, value);
  }
  const checked = checkEntered(column, value);
  return 'problem' in checked ? checked : { value: String(checked.value) };
}
