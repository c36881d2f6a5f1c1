import { ListFilter, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Popover } from '@/components/overlays/popover';
import { Tooltip } from '@/components/overlays/tooltip';
import type { Condition, Filter } from '@/data/query/filters/filters.utils';
import { parseCondition } from '@/data/query/operators/operators.utils';
import type { Relation } from '@/data/relations/references';
import type { Column } from '@/lib/api.gen';
import { preloadOnIntent } from '@/lib/browser/loading/lazy-loading';
import { FilterText } from '@/table/filters/filter-text';
import styles from '@/table/filters/view-chip.module.css';
import { useTable } from '@/table/table-context';
import { filtersMessages } from '../filters-messages';
import { LazyFilterEditor } from './lazy-filter-editor';

export interface FilterChipProps {
  filter: Filter;
  relations: ReadonlyMap<string, Relation>;
  onChange: (filter: Condition) => void;
  onRemove: () => void;
  /** Opens the dialog that edits groups of conditions. */
  onOpenBuilder: () => void;
}

/** A filter as a chip. A click edits it. A filter that has no editor is displayed in the syntax of the URL. */
export function FilterChip({ filter, relations, onChange, onRemove, onOpenBuilder }: FilterChipProps) {
  const { table } = useTable();
  const relation = filter.kind === 'condition' ? relations.get(filter.column) : undefined;
  const column = filter.kind === 'condition' && table.columns.find(({ name }) => name === filter.column);
  const editable =
    column &&
    filter.kind === 'condition' &&
    parseCondition(column, filter, relation?.key.columns.length === 1)
      ? { column, filter }
      : undefined;
  const text = (
    <span className={styles.text}>
      <FilterText filter={filter} relations={relations} />
    </span>
  );
  return (
    <span className={styles.chip} data-group={filter.kind === 'group' || undefined}>
      {editable ? (
        <EditorPopover {...editable} relation={relation} onChange={onChange}>
          <ListFilter size={13} aria-hidden />
          {text}
        </EditorPopover>
      ) : filter.kind === 'group' ? (
        <Tooltip content={<FilterText filter={filter} relations={relations} />}>
          <button type="button" className={styles.label} aria-haspopup="dialog" onClick={onOpenBuilder}>
            <ListFilter size={13} aria-hidden />
            {text}
          </button>
        </Tooltip>
      ) : (
        <span className={styles.label}>
          <ListFilter size={13} aria-hidden />
          {text}
        </span>
      )}
      <button
        type="button"
        className={styles.remove}
        aria-label={filtersMessages.chip.remove}
        onClick={onRemove}
      >
        <X size={12} aria-hidden />
      </button>
    </span>
  );
}

interface EditorPopoverProps {
  column: Column;
  filter: Condition;
  relation: Relation | undefined;
  onChange: (filter: Condition) => void;
  /** The content of the button that opens the editor. */
  children: ReactNode;
}

/** The editor of a condition, in a popover that its button opens. */
function EditorPopover({ column, filter, relation, onChange, children }: EditorPopoverProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className={styles.label} {...preloadOnIntent(LazyFilterEditor)}>
          {children}
        </button>
      }
    >
      <LazyFilterEditor
        column={column}
        relation={relation}
        filter={filter}
        onApply={(next) => {
          setOpen(false);
          onChange(next);
        }}
      />
    </Popover>
  );
}
