import { Input } from '@/components/fields/input';
import { Select } from '@/components/fields/select';
import type { Relation } from '@/data/relations/references';
import type { Column } from '@/lib/api.gen';
import styles from '../editor/filter-editor.module.css';
import { filtersMessages } from '../filters-messages';
import { FilterOperand } from '../operands/filter-operand';
import {
  type ConditionDraft,
  hasJSONKeys,
  listDraftOperators,
  setDraftKeys,
  setDraftOperator,
} from './condition-draft.utils';

const messages = filtersMessages.editor;

export interface ConditionFieldsProps {
  column: Column;
  relation: Relation | undefined;
  draft: ConditionDraft;
  problem: string | undefined;
  /** Whether the operand's input takes the focus when it is rendered. */
  autoFocus?: boolean;
  onChange: (draft: ConditionDraft) => void;
}

/** The fields of a condition on a column: JSON key, operator and operand. */
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
          aria-label={messages.jsonKey(column.title)}
          placeholder={messages.jsonKeyPlaceholder}
          spellCheck={false}
          autoCapitalize="none"
          value={draft.jsonKeys}
          onChange={(event) => onChange(setDraftKeys(column, draft, event.target.value))}
        />
      )}
      {operators.length > 0 && (
        <Select
          aria-label={messages.operator}
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
          {problem ?? (hasJSONKeys(column) ? messages.jsonKeyMissing : messages.notFilterable)}
        </p>
      )}
    </>
  );
}
