import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Button } from '@/components/controls/button';
import { Checkbox } from '@/components/controls/checkbox';
import { Combobox } from '@/components/fields/combobox/combobox';
import { moveColumn } from '@/data/layouts/columns.utils';
import { maxReferences } from '@/data/query/lookups/lookup-columns';
import { isLookupName } from '@/data/query/lookups/lookup-name';
import type { Relation } from '@/data/relations/references';
import { listViewColumns } from '@/data/rows/readable-columns';
import type { Column } from '@/lib/api.gen';
import { TypeIcon } from '@/table/cells/type-icon';
import { useFieldOptions } from '@/table/fields/use-field-options';
import { useTable } from '@/table/table-context';
import { gridMessages } from '../grid-messages';
import styles from './columns-popover.module.css';

const messages = gridMessages.columns;

export interface ColumnsEditorProps {
  /** The names of the visible columns, in their order. */
  visibleColumns: readonly string[];
  relations: ReadonlyMap<string, Relation>;
  /** The name of the list. */
  title: string;
  onChange: (visibleColumns: readonly string[]) => void;
  /** Called to restore the table's default columns. */
  onReset: () => void;
}

/** The visible and hidden columns with a check box each, and fields of linked records to add. */
export function ColumnsEditor({ visibleColumns, relations, title, onChange, onReset }: ColumnsEditorProps) {
  const { table } = useTable();
  const all = listViewColumns(table);
  const lookups = useFieldOptions({
    relations,
    isOffered: (_, name) => isLookupName(name) && !visibleColumns.includes(name),
    maxReferences,
  });
  const hidden = all.map(({ name }) => name).filter((name) => !visibleColumns.includes(name));
  const order = [...visibleColumns, ...hidden];
  return (
    <>
      <ColumnList
        columns={order.flatMap((name) => all.find((column) => column.name === name) ?? [])}
        {...{ visibleColumns, relations, title, onChange }}
      />
      {lookups.options.length > 0 && (
        <Combobox
          className={styles.linked}
          aria-label={messages.linkedField}
          placeholder={messages.linkedField}
          searchLabel={messages.linkedField}
          value={null}
          {...lookups}
          onValueChange={(name) => name !== null && onChange([...visibleColumns, name])}
        />
      )}
      <div className={styles.foot}>
        <Button size="sm" variant="ghost" onClick={() => onChange(order)}>
          {messages.showAll}
        </Button>
        <Button size="sm" variant="ghost" onClick={onReset}>
          {messages.reset}
        </Button>
      </div>
    </>
  );
}

interface ColumnListProps
  extends Pick<ColumnsEditorProps, 'visibleColumns' | 'relations' | 'title' | 'onChange'> {
  /** All columns: visible ones in their order, then hidden ones. */
  columns: readonly Column[];
}

/** The columns with a check box each. Visible columns move by dragging, or with Alt and the arrow keys. */
function ColumnList({ columns, visibleColumns, relations, title, onChange }: ColumnListProps) {
  const { table } = useTable();
  const [dragged, setDragged] = useState<string>();
  const visible = new Set(visibleColumns);
  const toggle = (name: string) => {
    const next = visible.has(name)
      ? visibleColumns.filter((other) => other !== name)
      : [...visibleColumns, name];
    if (next.length > 0) onChange(next);
  };
  const onKeyDown = (event: KeyboardEvent, name: string) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const target = step && event.altKey ? visibleColumns[visibleColumns.indexOf(name) + step] : undefined;
    if (!target) return;
    event.preventDefault();
    onChange(moveColumn(visibleColumns, name, target));
  };
  return (
    <ul className={styles.list} aria-label={title}>
      {columns.map((column) => (
        <li
          key={column.name}
          draggable={visible.has(column.name)}
          data-dragged={dragged === column.name || undefined}
          onDragStart={() => setDragged(column.name)}
          onDragEnd={() => setDragged(undefined)}
          onDragOver={(event) => {
            event.preventDefault();
            if (dragged && visible.has(column.name))
              onChange(moveColumn(visibleColumns, dragged, column.name));
          }}
          onKeyDown={(event) => onKeyDown(event, column.name)}
        >
          {/* biome-ignore lint/a11y/noLabelWithoutControl: the check box is the control */}
          <label className={styles.column}>
            <Checkbox checked={visible.has(column.name)} onCheckedChange={() => toggle(column.name)} />
            <TypeIcon
              column={column}
              isKey={table.primaryKey.includes(column.name)}
              target={relations.get(column.name)?.target}
            />
            <span className={styles.title} dir="auto">
              {column.title}
            </span>
          </label>
          {visible.has(column.name) && <GripVertical size={14} className={styles.grip} aria-hidden />}
        </li>
      ))}
    </ul>
  );
}
