import { useQuery } from '@tanstack/react-query';
import { Checkbox } from '@/components/checkbox';
import { Chip } from '@/components/chip';
import { Combobox } from '@/components/combobox';
import { Field } from '@/components/field';
import { Input } from '@/components/input';
import type { Column } from '@/lib/api.gen';
import { type Relation, referenceQuery } from '../../api/references';
import { enteredFrom } from '../../values/check.utils';
import { useReferenceSearch } from '../cells/use-reference-search';
import styles from './filter-editor.module.css';
import type { Operator } from './operators.utils';

export interface FilterOperandProps {
  column: Column;
  relation: Relation | undefined;
  operator: Operator;
  values: readonly string[];
  problem: string | undefined;
  onChange: (values: readonly string[]) => void;
}

/** What to compare with, entered as the column's type asks. */
export function FilterOperand(props: FilterOperandProps) {
  const { column, relation, operator, values, problem, onChange } = props;
  if (operator.operand === 'none') return null;
  const [value = ''] = values;
  return (
    <Field label="Value" hideLabel error={problem}>
      {operator.operand === 'many' ? (
        <ManyChoices column={column} values={values} onChange={onChange} />
      ) : relation ? (
        <ReferenceChoice relation={relation} value={value} onChange={(next) => onChange([next])} />
      ) : (
        <Input
          autoFocus
          type={column.kind === 'date' ? 'date' : 'text'}
          value={String(enteredFrom({ ...column, array: false }, value) ?? '')}
          onChange={(event) => onChange([event.target.value])}
        />
      )}
    </Field>
  );
}

function ManyChoices({
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
    <div className={styles.choices}>
      {column.enum.map((value, i) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control
        <label key={value} className={styles.choice}>
          <Checkbox checked={chosen.has(value)} onCheckedChange={() => toggle(value)} id={undefined} />
          <Chip value={value} index={i} />
        </label>
      ))}
    </div>
  );
}

interface ReferenceChoiceProps {
  relation: Relation;
  value: string;
  onChange: (value: string) => void;
}

function ReferenceChoice({ relation, value, onChange }: ReferenceChoiceProps) {
  const search = useReferenceSearch(relation, false);
  return (
    <Combobox
      value={value === '' ? null : value}
      valueLabel={<ReferenceTitle relation={relation} value={value} />}
      search={search}
      searchLabel={`Search ${relation.target.title}`}
      onValueChange={(next) => onChange(next ?? '')}
    />
  );
}

/** The title of the row that a foreign key of one column names; its key until it is known. */
export function ReferenceTitle({ relation, value }: { relation: Relation; value: string }) {
  const column = relation.key.refColumns[0] ?? '';
  const { data } = useQuery({
    ...referenceQuery(relation.target, [{ column, value }]),
    enabled: value !== '',
  });
  return <span dir="auto">{data?.title ?? value}</span>;
}
