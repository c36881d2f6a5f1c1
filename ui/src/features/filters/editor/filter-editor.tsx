import { type FormEvent, useState } from 'react';
import { Button } from '@/components/controls/button';
import type { Condition } from '@/data/query/filters/filters.utils';
import type { Relation } from '@/data/relations/references';
import type { Column } from '@/lib/api.gen';
import { checkDraft, createDraft, parseDraft } from '../builder/condition-draft.utils';
import { ConditionFields } from '../builder/condition-fields';
import { filtersMessages } from '../filters-messages';
import styles from './filter-editor.module.css';

export interface FilterEditorProps {
  column: Column;
  relation: Relation | undefined;
  /** The condition to edit. Undefined creates a new condition. */
  filter: Condition | undefined;
  onApply: (filter: Condition) => void;
}

/** Edits one condition on a column. */
export function FilterEditor({ column, relation, filter, onApply }: FilterEditorProps) {
  const isReference = relation?.key.columns.length === 1;
  const [draft, setDraft] = useState(
    () => (filter && parseDraft(column, filter, isReference)) ?? createDraft(column, isReference),
  );
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = checkDraft(column, draft);
    if ('problem' in checked) setProblem(checked.problem);
    else onApply(checked.filter);
  };
  return (
    <form className={styles.editor} onSubmit={submit}>
      <p className={styles.column} dir="auto">
        {column.title}
      </p>
      <ConditionFields
        {...{ column, relation, draft, problem }}
        autoFocus
        onChange={(next) => {
          setProblem(undefined);
          setDraft(next);
        }}
      />
      <Button type="submit" variant="primary" size="sm">
        {filtersMessages.editor.apply}
      </Button>
    </form>
  );
}
