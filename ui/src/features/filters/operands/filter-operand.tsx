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
import { getNumberForm } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';
import { useUser } from '@/lib/auth/session';
import { EnumChip } from '@/table/cells/values/enum-chip';
import { ReferenceOperand } from '@/table/filters/reference-operand';
import { useTable } from '@/table/table-context';
import styles from '../editor/filter-editor.module.css';
import { filtersMessages } from '../filters-messages';
import { DayOperand } from './day-operand';
import { formatOperand, parseOperand } from './operand-text.utils';
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
      return <ListOperand {...{ column, values, isValue, autoFocus, onChange }} />;
    case 'search':
      return <TextSearchOperand values={values} autoFocus={autoFocus} onChange={onChange} />;
    default:
  }
  const userVariable = isValue ? findUserVariable(table, column, relation) : undefined;
  if (isValue && relation)
    return <ReferenceOperand {...{ relation, value, self: userVariable }} onChange={one} />;
  if (isValue && canUseRelativeDays(column)) {
    return (
      <DayOperand key={column.name} column={column} value={value} autoFocus={autoFocus} onChange={one} />
    );
  }
  if (userVariable) return <UserOperand {...{ userVariable, value, autoFocus }} onChange={one} />;
  if (isValue) return <ValueOperand key={column.name} {...{ column, value, autoFocus }} onChange={one} />;
  return <Input autoFocus={autoFocus} value={value} onChange={(event) => one(event.target.value)} />;
}

interface ValueOperandProps extends Pick<FilterOperandProps, 'column' | 'autoFocus'> {
  value: string;
  onChange: (value: string) => void;
}

/** An input for a value in the user's locale. */
function ValueOperand({ column, value, autoFocus, onChange }: ValueOperandProps) {
  const { table } = useTable();
  // The typed text. It can't be computed from the filter's value, which would change it while the user types.
  const [text, setText] = useState(() => formatOperand(column, value, getNumberForm(table, column)));
  return (
    <Input
      autoFocus={autoFocus}
      inputMode={column.kind === 'numeric' || column.kind === 'float' ? 'decimal' : undefined}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        onChange(parseOperand(column, target.value));
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

interface ListOperandProps extends Pick<FilterOperandProps, 'column' | 'values' | 'autoFocus' | 'onChange'> {
  /** Whether the operands are values of the column, and not texts. */
  isValue: boolean;
}

/**
 * A text area for a list of operands, one per line, so that none needs quotes. `isValue`: the lines are values of the
 * column, which are shown and parsed in the user's locale; otherwise plain texts.
 */
function ListOperand({ column, values, isValue, autoFocus, onChange }: ListOperandProps) {
  const { table } = useTable();
  const numbers = getNumberForm(table, column);
  const format = (value: string) => (isValue ? formatOperand(column, value, numbers) : value);
  const parse = (line: string) => (isValue ? parseOperand(column, line) : line);
  return (
    <Textarea
      rows={3}
      autoFocus={autoFocus}
      placeholder={messages.operand.listPlaceholder}
      defaultValue={values.map(format).join('\n')}
      onChange={({ target }) =>
        onChange(
          target.value
            .split('\n')
            .filter((line) => line.trim() !== '')
            .map(parse),
        )
      }
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
