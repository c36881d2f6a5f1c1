import { X } from 'lucide-react';
import { IconButton } from '@/components/controls/icon-button';
import { Combobox } from '@/components/fields/combobox/combobox';
import { formatNested } from '@/data/query/filters/filters.utils';
import { maxReferences } from '@/data/query/lookups/lookup-columns';
import { useFieldOptions } from '@/table/fields/use-field-options';
import { filtersMessages } from '../filters-messages';
import styles from './builder.module.css';
import type { BuilderCondition, BuilderRawCondition } from './builder.utils';
import { BuilderHandle, BuilderMenu } from './builder-handle';
import { createDraft, isFilterable } from './condition-draft.utils';
import { ConditionFields } from './condition-fields';
import { useBuilderContext } from './use-builder';

const messages = filtersMessages.builder;

export interface BuilderRowProps {
  node: BuilderCondition | BuilderRawCondition;
}

/** A condition in the builder. A condition that has no editor is displayed in the syntax of the URL. */
export function BuilderRow({ node }: BuilderRowProps) {
  const { table, remove } = useBuilderContext();
  const column = node.kind === 'condition' ? table.findColumn(node.draft.column) : undefined;
  const label = messages.condition(column?.title);
  return (
    <div className={styles.row} data-node={node.id}>
      <BuilderHandle id={node.id} label={label} />
      {node.kind === 'raw' ? (
        <code className={styles.rawCondition}>{formatNested(node.filter)}</code>
      ) : (
        <ConditionEditor node={node} />
      )}
      <span className={styles.tools}>
        <BuilderMenu id={node.id} label={label} />
        <IconButton
          size="sm"
          label={messages.remove(label)}
          icon={<X aria-hidden />}
          onClick={() => remove(node.id)}
        />
      </span>
    </div>
  );
}

function ConditionEditor({ node }: { node: BuilderCondition }) {
  const { table, relations, problems, change } = useBuilderContext();
  const fields = useFieldOptions({ relations, isOffered: isFilterable, maxReferences });
  const column = table.findColumn(node.draft.column);
  const setDraft = (draft: BuilderCondition['draft']) =>
    change(node.id, (before) => (before.kind === 'condition' ? { ...before, draft } : before));
  const chooseColumn = (name: string | null) => {
    const next = name === null ? undefined : table.findColumn(name);
    if (next && next !== column) setDraft(createDraft(next, table.isReference(next.name)));
  };
  return (
    <div className={styles.fields}>
      <Combobox
        className={styles.column}
        aria-label={messages.column}
        data-control="column"
        searchLabel={messages.findColumn}
        value={node.draft.column}
        valueLabel={column?.title}
        onValueChange={chooseColumn}
        {...fields}
      />
      {column && (
        <ConditionFields
          column={column}
          relation={relations.get(column.name)}
          draft={node.draft}
          problem={problems.get(node.id)}
          onChange={setDraft}
        />
      )}
    </div>
  );
}
