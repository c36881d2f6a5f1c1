import { ListFilter, SquareStack } from 'lucide-react';
import { ComboboxList } from '@/components/fields/combobox/combobox';
import { Popover } from '@/components/overlays/popover';
import type { Condition } from '@/data/query/filters/filters.utils';
import { maxReferences } from '@/data/query/lookups/lookup-columns';
import type { Relation } from '@/data/relations/references';
import { preloadOnIntent } from '@/lib/browser/loading/lazy-loading';
import { useFieldOptions, useFindField } from '@/table/fields/use-field-options';
import type { NewFilterState } from '@/table/filters/new-filter-state';
import styles from '@/table/filters/view-chip.module.css';
import { ToolbarButton } from '@/table/view/toolbar-button';
import { isFilterable } from '../builder/condition-draft.utils';
import { filtersMessages } from '../filters-messages';
import { LazyFilterEditor } from './lazy-filter-editor';

export interface AddFilterButtonProps {
  state: NewFilterState;
  /** The number of filters of the view. */
  count: number;
  relations: ReadonlyMap<string, Relation>;
  onStateChange: (state: NewFilterState) => void;
  onAdd: (filter: Condition) => void;
  /** Opens the dialog for several conditions and groups. */
  onOpenBuilder: () => void;
}

/** The button that adds a filter: the user chooses a column, then edits a condition on it. */
export function AddFilterButton({
  state,
  count,
  relations,
  onStateChange,
  onAdd,
  onOpenBuilder,
}: AddFilterButtonProps) {
  const findField = useFindField();
  const column = typeof state === 'object' ? findField(state.column) : undefined;
  return (
    <Popover
      open={state !== 'closed'}
      onOpenChange={(open) => onStateChange(open ? 'choosing' : 'closed')}
      flush={!column}
      trigger={
        <ToolbarButton
          icon={<ListFilter size={14} aria-hidden />}
          caption={filtersMessages.add.button(count)}
          title={filtersMessages.add.buttonTitle}
          collapse="last"
          {...preloadOnIntent(ComboboxList, LazyFilterEditor)}
        />
      }
    >
      {column ? (
        <LazyFilterEditor
          key={column.name}
          column={column}
          relation={relations.get(column.name)}
          filter={undefined}
          onApply={(filter) => {
            onStateChange('closed');
            onAdd(filter);
          }}
        />
      ) : (
        <>
          <FieldList relations={relations} onChoose={(name) => onStateChange({ column: name })} />
          <button
            type="button"
            className={styles.build}
            onClick={() => {
              onStateChange('closed');
              onOpenBuilder();
            }}
          >
            <SquareStack size={14} aria-hidden />
            {filtersMessages.add.advanced}
          </button>
        </>
      )}
    </Popover>
  );
}

interface FieldListProps {
  relations: ReadonlyMap<string, Relation>;
  onChoose: (name: string) => void;
}

/** The columns that can be filtered, and the fields of linked records. */
function FieldList({ relations, onChoose }: FieldListProps) {
  const { options, openOption, listKey } = useFieldOptions({
    ...{ relations, isOffered: isFilterable, maxReferences },
  });
  return (
    <ComboboxList
      key={listKey}
      label={filtersMessages.add.columns}
      value={null}
      options={options}
      onChoose={(option) => {
        if (!openOption(option)) onChoose(option.value);
      }}
    />
  );
}
