import { Columns3, GripVertical } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Button } from '@/components/controls/button';
import { Checkbox } from '@/components/controls/checkbox';
import { Popover } from '@/components/overlays/popover';
import { moveColumn, readableColumns } from '@/data/layouts/columns.utils';
import type { Relation } from '@/data/relations/references';
import { formatPlural } from '@/lib/format';
import { TypeIcon } from '@/table/cells/type-icon';
import chips from '@/table/filters/view-chip.module.css';
import { useTable } from '@/table/table-context';
import styles from './columns-popover.module.css';

export interface ColumnsPopoverProps {
  shown: readonly string[];
  relations: ReadonlyMap<string, Relation>;
  /** What they are called: 'column' in a grid, 'field' on a card. */
  noun: 'column' | 'field';
  onChange: (shown: readonly string[]) => void;
  /** Back to the table's own. */
  onReset: () => void;
}

/** Which columns are shown, and in which order: drag, or Alt and the arrow keys. */
export function ColumnsPopover({ shown, relations, noun, onChange, onReset }: ColumnsPopoverProps) {
  const { table } = useTable();
  const [dragged, setDragged] = useState<string>();
  const all = readableColumns(table);
  const visible = new Set(shown);
  const order = [...shown, ...all.map(({ name }) => name).filter((name) => !visible.has(name))];
  const columns = order.flatMap((name) => all.find((column) => column.name === name) ?? []);

  const toggle = (name: string) => {
    const next = visible.has(name) ? shown.filter((other) => other !== name) : [...shown, name];
    if (next.length > 0) onChange(next);
  };
  const onKeyDown = (event: KeyboardEvent, name: string) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const target = step && event.altKey ? shown[shown.indexOf(name) + step] : undefined;
    if (!target) return;
    event.preventDefault();
    onChange(moveColumn(shown, name, target));
  };
  return (
    <Popover
      align="end"
      className={styles.popover}
      trigger={
        <button
          type="button"
          className={chips.add}
          title={noun === 'column' ? 'Columns' : 'Fields'}
          data-collapse="first"
        >
          <Columns3 size={14} aria-hidden />
          <span className={chips.caption}>
            {shown.length === all.length
              ? formatPlural(all.length, noun)
              : `${shown.length} of ${formatPlural(all.length, noun)}`}
          </span>
        </button>
      }
    >
      <ul className={styles.list} aria-label={noun === 'field' ? 'Fields' : 'Columns'}>
        {columns.map((column) => (
          <li
            key={column.name}
            draggable={visible.has(column.name)}
            data-dragged={dragged === column.name || undefined}
            onDragStart={() => setDragged(column.name)}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(event) => {
              event.preventDefault();
              if (dragged && visible.has(column.name)) onChange(moveColumn(shown, dragged, column.name));
            }}
            onKeyDown={(event) => onKeyDown(event, column.name)}
          >
            {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control */}
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
      <div className={styles.foot}>
        <Button size="sm" variant="ghost" onClick={() => onChange(order)}>
          Show all
        </Button>
        <Button size="sm" variant="ghost" onClick={onReset}>
          Reset
        </Button>
      </div>
    </Popover>
  );
}
