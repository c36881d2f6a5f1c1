import { Input } from '@/components/fields/input';
import { Select } from '@/components/fields/select';
import type { Relation } from '@/data/relations/references';
import type { Column } from '@/lib/api.gen';
import styles from '../editor/filter-editor.module.css';
import { FilterOperand } from '../operands/filter-operand';
import {
  type ConditionDraft,
  hasJSONKeys,
  listDraftOperators,
  setDraftKeys,
  setDraftOperator,
} from './condition-draft.utils';

export interface ConditionFieldsProps {
  column: Column;
  relation: Relation | undefined;
  draft: ConditionDraft;
  problem: string | undefined;
  /** The operand takes the focus when it appears. */
  autoFocus?: boolean;
  onChange: (draft: ConditionDraft) => void;
}

/** How to compare a column, and with what. */
export function ConditionFields(props: ConditionFieldsProps) {
  const { column, draft, problem, autoFocus, onChange } = props;
  const relation = props.relation?.key.columns.length === 1 ? props.relation : undefined;
  const operators = listDraftOperators(column, draft, relation !== undefined);
  const { operator } = draft;
  return (
    <>
      {hasJSONKeys(column) && (
        <Input
          className={styles.keys}
          aria-label={`Key in ${column.title}`}
          placeholder="Key, like box.width"
          spellCheck={false}
          autoCapitalize="none"
          value={draft.jsonKeys}
          onChange={(event) => onChange(setDraftKeys(column, draft, event.target.value))}
        />
      )}
      {operators.length > 0 && (
        <Select
          aria-label="How to compare"
          className={styles.operator}
          value={operator?.id ?? null}
          onValueChange={(id) => {
            const next = operators.find((candidate) => candidate.id === id);
            if (next) onChange(setDraftOperator(draft, next));
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
        <p className={styles.noOperator} role={problem ? 'alert' : undefined}>
          {problem ?? (hasJSONKeys(column) ? 'Say which key of it is meant.' : 'It can’t be filtered here.')}
        </p>
      )}
    </>
  );
}
