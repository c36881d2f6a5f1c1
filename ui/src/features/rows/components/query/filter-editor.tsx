import { type FormEvent, useState } from 'react';
import { Button } from '@/components/button';
import { Select } from '@/components/select';
import type { Column } from '@/lib/api.gen';
import type { Condition } from '../../api/filters.utils';
import type { Relation } from '../../api/references';
import styles from './filter-editor.module.css';
import { checkOperand } from './filter-editor.utils';
import { FilterOperand } from './filter-operand';
import { operatorsFor, readCondition } from './operators.utils';

export interface FilterEditorProps {
  column: Column;
  relation: Relation | undefined;
  /** The condition to change; undefined to make one. */
  filter: Condition | undefined;
  onApply: (filter: Condition) => void;
}

/** How to compare a column, and with what. */
export function FilterEditor({ column, relation, filter, onApply }: FilterEditorProps) {
  const isReference = relation?.key.columns.length === 1;
  const operators = operatorsFor(column, isReference);
  const [{ operator, values }, setRead] = useState(() => {
    const read = filter && readCondition(column, filter, isReference);
    return read ?? { operator: operators[0], values: [] as readonly string[] };
  });
  const [problem, setProblem] = useState<string>();
  if (!operator) return <p className={styles.none}>Values of this type can’t be filtered here.</p>;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = checkOperand(column, operator, values);
    if ('problem' in checked) setProblem(checked.problem);
    else onApply(operator.toCondition(column.name, checked.values));
  };
  const chooseOperator = (id: string) => {
    const next = operators.find((candidate) => candidate.id === id);
    if (!next) return;
    setProblem(undefined);
    setRead({
      operator: next,
      values: next.operand === 'none' ? [] : next.operand === 'one' ? values.slice(0, 1) : values,
    });
  };
  return (
    <form className={styles.editor} onSubmit={submit}>
      <p className={styles.column} dir="auto">
        {column.title}
      </p>
      <Select
        aria-label="How to compare"
        value={operator.id}
        onValueChange={chooseOperator}
        options={operators.map(({ id, label }) => ({ value: id, label }))}
      />
      <FilterOperand
        column={column}
        relation={isReference ? relation : undefined}
        operator={operator}
        values={values}
        problem={problem}
        onChange={(next) => {
          setProblem(undefined);
          setRead({ operator, values: next });
        }}
      />
      <Button type="submit" variant="primary" size="sm">
        Apply
      </Button>
    </form>
  );
}
