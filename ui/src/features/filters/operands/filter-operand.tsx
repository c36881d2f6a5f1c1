import { User } from 'lucide-react';
import { Chip } from '@/components/chip';
import { Button } from '@/components/controls/button';
import { Checkbox } from '@/components/controls/checkbox';
import { Field } from '@/components/fields/field';
import { Input } from '@/components/fields/input';
import { Textarea } from '@/components/fields/textarea';
import type { Operator } from '@/data/query/operators/operators.utils';
import { canUseRelativeDays } from '@/data/query/resolve-filters';
import { findUserVariable } from '@/data/query/user-variables';
import type { Relation } from '@/data/relations/references';
import { toEnteredValue } from '@/data/values/checks/check-value';
import type { Column } from '@/lib/api.gen';
import { useUser } from '@/lib/session';
import { ReferenceOperand } from '@/table/filters/reference-operand';
import { useTable } from '@/table/table-context';
import styles from '../editor/filter-editor.module.css';
import { DayOperand } from './day-operand';
import { TextSearchOperand } from './text-search-operand';

export interface FilterOperandProps {
  column: Column;
  relation: Relation | undefined;
  operator: Operator;
  values: readonly string[];
  problem: string | undefined;
  autoFocus?: boolean;
  onChange: (values: readonly string[]) => void;
}

/** What to compare with, entered as the operator and the column's type ask. */
export function FilterOperand(props: FilterOperandProps) {
  if (props.operator.operand === 'none') return null;
  return (
    <Field label="Value" hideLabel error={props.problem} className={styles.operand}>
      <Operand {...props} />
    </Field>
  );
}

function Operand({ column, relation, operator, values, autoFocus, onChange }: FilterOperandProps) {
  const { table } = useTable();
  const [value = ''] = values;
  const one = (next: string) => onChange([next]);
  const isValue = operator.operandType === 'value' && operator.arrow === undefined;
  switch (operator.operand) {
    case 'many':
      return <EnumOperand column={column} values={values} onChange={onChange} />;
    case 'list':
      return <ListOperand values={values} autoFocus={autoFocus} onChange={onChange} />;
    case 'search':
      return <TextSearchOperand values={values} autoFocus={autoFocus} onChange={onChange} />;
    default:
  }
  const userVariable = isValue ? findUserVariable(table, column, relation) : undefined;
  if (isValue && relation)
    return <ReferenceOperand {...{ relation, value, self: userVariable }} onChange={one} />;
  if (isValue && canUseRelativeDays(column)) {
    return <DayOperand column={column} value={value} autoFocus={autoFocus} onChange={one} />;
  }
  if (userVariable) return <UserOperand {...{ userVariable, value, autoFocus }} onChange={one} />;
  return (
    <Input
      autoFocus={autoFocus}
      value={isValue ? String(toEnteredValue({ ...column, array: false }, value) ?? '') : value}
      onChange={(event) => one(event.target.value)}
    />
  );
}

function EnumOperand({
  column,
  values,
  onChange,
}: Pick<FilterOperandProps, 'column' | 'values' | 'onChange'>) {
  const chosen = new Set(values);
  const toggle = (value: string) => {
    const next = column.enum.filter((item) => (item === value ? !chosen.has(item) : chosen.has(item)));
    onChange(next);
  };
  return (
    <fieldset className={styles.choices} aria-label="Values">
      {column.enum.map((value, i) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control
        <label key={value} className={styles.choice}>
          <Checkbox checked={chosen.has(value)} onCheckedChange={() => toggle(value)} id={undefined} />
          <Chip value={value} index={i} />
        </label>
      ))}
    </fieldset>
  );
}

/** Values one below the other: none of them has to be quoted. */
function ListOperand({
  values,
  autoFocus,
  onChange,
}: Pick<FilterOperandProps, 'values' | 'autoFocus' | 'onChange'>) {
  return (
    <Textarea
      rows={3}
      autoFocus={autoFocus}
      placeholder="One value a line"
      defaultValue={values.join('\n')}
      onChange={(event) => onChange(event.target.value.split('\n').filter((line) => line.trim() !== ''))}
    />
  );
}

interface UserOperandProps {
  userVariable: string;
  value: string;
  autoFocus: boolean | undefined;
  onChange: (value: string) => void;
}

/** Whoever looks, or somebody by what the column holds. */
function UserOperand({ userVariable, value, autoFocus, onChange }: UserOperandProps) {
  const user = useUser();
  const isMe = value === userVariable;
  return (
    <span className={styles.user}>
      <Input
        autoFocus={autoFocus}
        value={isMe ? `Me (${user.name || user.email})` : value}
        readOnly={isMe}
        onChange={(event) => onChange(event.target.value)}
      />
      <Button
        size="sm"
        aria-pressed={isMe}
        icon={<User aria-hidden />}
        onClick={() => onChange(isMe ? '' : userVariable)}
      >
        Me
      </Button>
    </span>
  );
}
