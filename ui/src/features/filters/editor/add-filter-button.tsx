import { ListFilter, SquareStack } from 'lucide-react';
import { ComboboxList } from '@/components/fields/combobox/combobox';
import { Popover } from '@/components/overlays/popover';
import type { Condition } from '@/data/query/filters/filters.utils';
import type { Relation } from '@/data/relations/references';
import { readableColumns } from '@/data/rows/readable-columns';
import { preloadOnIntent } from '@/lib/browser/loading/lazy-loading';
import { TypeIcon } from '@/table/cells/type-icon';
import type { NewFilterState } from '@/table/filters/new-filter-state';
import styles from '@/table/filters/view-chip.module.css';
import { useTable } from '@/table/table-context';
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
  const { table } = useTable();
  const columns = readableColumns(table).filter(isFilterable);
  const column =
    typeof state === 'object' ? table.columns.find(({ name }) => name === state.column) : undefined;
  return (
    <Popover
      open={state !== 'closed'}
      onOpenChange={(open) => onStateChange(open ? 'choosing' : 'closed')}
      flush={!column}
      trigger={
        <button
          type="button"
          className={styles.add}
          title={filtersMessages.add.buttonTitle}
          data-collapse="last"
          {...preloadOnIntent(ComboboxList, LazyFilterEditor)}
        >
          <ListFilter size={14} aria-hidden />
          <span className={styles.caption}>{filtersMessages.add.button(count)}</span>
        </button>
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
          <ComboboxList
            label={filtersMessages.add.columns}
            value={null}
            options={columns.map((candidate) => ({
              value: candidate.name,
              label: candidate.title,
              icon: <TypeIcon column={candidate} target={relations.get(candidate.name)?.target} />,
            }))}
            onChoose={({ value }) => onStateChange({ column: value })}
          />
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
