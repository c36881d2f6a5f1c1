import { Input } from '@/components/fields/input';
import { Select } from '@/components/fields/select';
import type { Relation } from '@/data/relations/references';
import type { Column } from '@/lib/api.gen';
import styles from '../editor/filter-editor.module.css';
import { FilterOperand } from '../operands/filter-operand';
import { type Draft, draftOperators, hasKeys, withKeys, withOperator } from './draft.utils';

export interface ConditionFieldsProps {
  column: Column;
  relation: Relation | undefined;
  draft: Draft;
  problem: string | undefined;
  /** The operand takes the focus when it appears. */
  autoFocus?: boolean;
  onChange: (draft: Draft) => void;
}

/** How to compare a column, and with what. */
export function ConditionFields(props: ConditionFieldsProps) {
  const { column, draft, problem, autoFocus, onChange } = props;
  const relation = props.relation?.key.columns.length === 1 ? props.relation : undefined;
  const operators = draftOperators(column, draft, relation !== undefined);
  const { operator } = draft;
  return (
    <>
      {hasKeys(column) && (
        <Input
          className={styles.keys}
          aria-label={`Key in ${column.title}`}
          placeholder="Key, like box.width"
          spellCheck={false}
          autoCapitalize="none"
          value={draft.keys}
          onChange={(event) => onChange(withKeys(column, draft, event.target.value))}
        />
      )}
      {operators.length > 0 && (
        <Select
          aria-label="How to compare"
          className={styles.operator}
          value={operator?.id ?? null}
          onValueChange={(id) => {
            const next = operators.find((candidate) => candidate.id === id);
            if (next) onChange(withOperator(draft, next));
          }}
          options={operators.map(({ id, label }) => ({ value: id, label }))}
        />
      )}
      {operator ? (
        <FilterOperand
          column={column}
          relation={relation}
          operator={operator}
          values={draft.values}
          problem={problem}
          autoFocus={autoFocus}
          onChange={(values) => onChange({ ...draft, values })}
        />
      ) : (
        <p className={styles.none} role={problem ? 'alert' : undefined}>
          {problem ?? (hasKeys(column) ? 'Say which key of it is meant.' : 'It can’t be filtered here.')}
        </p>
      )}
    </>
  );
}
