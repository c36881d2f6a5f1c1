import { User } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/controls/button';
import { Checkbox } from '@/components/controls/checkbox';
import { Field } from '@/components/fields/field';
import { Input } from '@/components/fields/input';
import { Textarea } from '@/components/fields/textarea';
import { canUseRelativeDays } from '@/data/query/filters/resolve-filters';
import type { Operator } from '@/data/query/operators/operators.utils';
import { findUserVariable } from '@/data/query/user-variables';
import type { Relation } from '@/data/relations/references';
import { toEnteredValue } from '@/data/values/checks/check-value';
import { parseLocalNumber } from '@/data/values/numbers/local-numbers';
import type { Column } from '@/lib/api.gen';
import { useUser } from '@/lib/auth/session';
import { EnumChip } from '@/table/cells/enum-chip';
import { ReferenceOperand } from '@/table/filters/reference-operand';
import { useTable } from '@/table/table-context';
import styles from '../editor/filter-editor.module.css';
import { filtersMessages } from '../filters-messages';
import { DayOperand } from './day-operand';
import { TextSearchOperand } from './text-search-operand';

const messages = filtersMessages;

export interface FilterOperandProps {
  column: Column;
  relation: Relation | undefined;
  operator: Operator;
  values: readonly string[];
  problem: string | undefined;
  autoFocus?: boolean;
  onChange: (values: readonly string[]) => void;
}

/** The input for the operand. Its kind depends on the operator and the column's type. */
export function FilterOperand(props: FilterOperandProps) {
  if (props.operator.operand === 'none') return null;
  return (
    <Field label={messages.editor.value} hideLabel error={props.problem} className={styles.operand}>
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
  const isDecimal = column.kind === 'numeric' || column.kind === 'float';
  if (isValue && isDecimal) return <DecimalOperand {...{ column, value, autoFocus }} onChange={one} />;
  return (
    <Input
      autoFocus={autoFocus}
      value={isValue ? String(toEnteredValue({ ...column, array: false }, value) ?? '') : value}
      onChange={(event) => one(event.target.value)}
    />
  );
}

interface DecimalOperandProps extends Pick<FilterOperandProps, 'column' | 'autoFocus'> {
  value: string;
  onChange: (value: string) => void;
}

/** An input for a number in the user's locale. The filter contains the plain number. */
function DecimalOperand({ column, value, autoFocus, onChange }: DecimalOperandProps) {
  const [text, setText] = useState(() => String(toEnteredValue({ ...column, array: false }, value) ?? ''));
  return (
    <Input
      autoFocus={autoFocus}
      inputMode="decimal"
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        onChange(parseLocalNumber(target.value) ?? target.value);
      }}
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
    <fieldset className={styles.choices} aria-label={messages.operand.choices}>
      {column.enum.map((value) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control
        <label key={value} className={styles.choice}>
          <Checkbox checked={chosen.has(value)} onCheckedChange={() => toggle(value)} id={undefined} />
          <EnumChip column={column} value={value} />
        </label>
      ))}
    </fieldset>
  );
}

/** A list of values, one per line, so that no value needs quotes. */
function ListOperand({
  values,
  autoFocus,
  onChange,
}: Pick<FilterOperandProps, 'values' | 'autoFocus' | 'onChange'>) {
  return (
    <Textarea
      rows={3}
      autoFocus={autoFocus}
      placeholder={messages.operand.listPlaceholder}
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

/** Edits a value of a column that identifies users: the current user or an entered value. */
function UserOperand({ userVariable, value, autoFocus, onChange }: UserOperandProps) {
  const user = useUser();
  const isMe = value === userVariable;
  return (
    <span className={styles.user}>
      <Input
        autoFocus={autoFocus}
        value={isMe ? messages.operand.meWithName(user.name || user.email) : value}
        readOnly={isMe}
        onChange={(event) => onChange(event.target.value)}
      />
      <Button
        size="sm"
        aria-pressed={isMe}
        icon={<User aria-hidden />}
        onClick={() => onChange(isMe ? '' : userVariable)}
      >
        {messages.operand.me}
      </Button>
    </span>
  );
}
