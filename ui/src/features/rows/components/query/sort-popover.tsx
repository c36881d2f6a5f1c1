import { ArrowUpNarrowWide, GripVertical, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Combobox, ComboboxList } from '@/components/combobox';
import { IconButton } from '@/components/icon-button';
import { Popover } from '@/components/popover';
import { Select } from '@/components/select';
import { VisuallyHidden } from '@/components/visually-hidden';
import type { Column } from '@/lib/api.gen';
import type { Relation } from '../../api/relations/references';
import type { OrderTerm } from '../../api/row';
import { TypeIcon } from '../cells/type-icon';
import { readable } from '../grid/columns.utils';
import { useTable } from '../table-context';
import { movedTerm, sortable } from './sort.utils';
import styles from './sort-popover.module.css';
import chips from './view-chip.module.css';

export interface SortPopoverProps {
  order: readonly OrderTerm[];
  relations: ReadonlyMap<string, Relation>;
  onChange: (order: readonly OrderTerm[]) => void;
}

/** The columns that rows are sorted by, the first that tells two rows apart before the next. */
export function SortPopover({ order, relations, onChange }: SortPopoverProps) {
  const { table } = useTable();
  const [dragged, setDragged] = useState<string>();
  const [said, setSaid] = useState('');
  const { list, focusHandle } = useHandleFocus(order);
  const columns = readable(table).filter(sortable);
  const free = columns.filter(({ name }) => order.every(({ column }) => column !== name));
  const titleOf = (name: string) => columns.find((column) => column.name === name)?.title ?? name;
  const move = (column: string, to: number) => {
    const next = movedTerm(order, column, to);
    if (next === order) return;
    onChange(next);
    setSaid(`${titleOf(column)}: place ${to + 1} of ${order.length}.`);
  };
  const onKeyDown = (event: KeyboardEvent, at: number, column: string) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    focusHandle(column);
    move(column, at + step);
  };
  return (
    <Popover
      align="end"
      className={styles.popover}
      flush={order.length === 0}
      trigger={
        <button type="button" className={chips.add}>
          <ArrowUpNarrowWide size={14} aria-hidden />
          <span className={chips.word}>{order.length > 0 ? `Sort: ${order.length}` : 'Sort'}</span>
        </button>
      }
    >
      <ol ref={list} className={styles.list} aria-label="Sorted by" hidden={order.length === 0}>
        {order.map((term, i) => (
          <li
            key={term.column}
            data-term={term.column}
            data-dragged={dragged === term.column || undefined}
            onDragOver={(event) => {
              event.preventDefault();
              if (dragged && dragged !== term.column) move(dragged, i);
            }}
          >
            <button
              type="button"
              draggable
              className={styles.handle}
              aria-label={`Move ${titleOf(term.column)} with the arrow keys`}
              onKeyDown={(event) => onKeyDown(event, i, term.column)}
              onDragStart={() => setDragged(term.column)}
              onDragEnd={() => setDragged(undefined)}
            >
              <GripVertical size={14} aria-hidden />
            </button>
            <SortTerm
              term={term}
              columns={columns.filter(
                ({ name }) => name === term.column || free.some((c) => c.name === name),
              )}
              relations={relations}
              onChange={(next) => onChange(order.with(i, next))}
            />
            <IconButton
              size="sm"
              label={`Don’t sort by ${titleOf(term.column)}`}
              icon={<X aria-hidden />}
              onClick={() => onChange(order.toSpliced(i, 1))}
            />
          </li>
        ))}
      </ol>
      {order.length === 0 ? (
        <ComboboxList
          label="Sort by"
          value={null}
          options={options(columns, relations)}
          onChoose={({ value }) => onChange([{ column: value, descending: false }])}
        />
      ) : (
        free.length > 0 && (
          <Combobox
            className={styles.more}
            aria-label="Then by"
            placeholder="Then by…"
            searchLabel="Find a column"
            value={null}
            options={options(free, relations)}
            onValueChange={(name) =>
              name !== null && onChange([...order, { column: name, descending: false }])
            }
          />
        )
      )}
      <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
    </Popover>
  );
}

function options(columns: readonly Column[], relations: ReadonlyMap<string, Relation>) {
  return columns.map((column) => ({
    value: column.name,
    label: column.title,
    icon: <TypeIcon column={column} target={relations.get(column.name)?.target} />,
  }));
}

/** A handle keeps the focus when its term has gone to another place. */
function useHandleFocus(order: readonly OrderTerm[]) {
  const list = useRef<HTMLOListElement>(null);
  const wanted = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order has changed
  useEffect(() => {
    const items = [...(list.current?.children ?? [])];
    const item = items.find((child) => child instanceof HTMLElement && child.dataset.term === wanted.current);
    wanted.current = undefined;
    item?.querySelector('button')?.focus();
  }, [order]);
  return {
    list,
    focusHandle: (column: string) => {
      wanted.current = column;
    },
  };
}

interface SortTermProps {
  term: OrderTerm;
  columns: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
  onChange: (term: OrderTerm) => void;
}

function SortTerm({ term, columns, relations, onChange }: SortTermProps) {
  const column = columns.find(({ name }) => name === term.column);
  return (
    <>
      <Combobox
        className={styles.column}
        aria-label="Column"
        searchLabel="Find a column"
        value={term.column}
        valueLabel={column?.title ?? term.column}
        options={options(columns, relations)}
        onValueChange={(name) => name !== null && onChange({ ...term, column: name })}
      />
      <Select
        className={styles.way}
        aria-label="Direction"
        value={term.descending ? 'desc' : 'asc'}
        onValueChange={(way) => onChange({ ...term, descending: way === 'desc' })}
        options={[
          { value: 'asc', label: 'Ascending' },
          { value: 'desc', label: 'Descending' },
        ]}
      />
      {column?.nullable !== false && (
        <Select
          className={styles.nulls}
          aria-label="Where NULLs stand"
          value={term.nullsFirst === undefined ? '' : term.nullsFirst ? 'first' : 'last'}
          onValueChange={(place) => {
            const { nullsFirst: _, ...plain } = term;
            onChange(place === '' ? plain : { ...plain, nullsFirst: place === 'first' });
          }}
          options={[
            { value: '', label: term.descending ? 'NULLs first, as usual' : 'NULLs last, as usual' },
            { value: 'first', label: 'NULLs first' },
            { value: 'last', label: 'NULLs last' },
          ]}
        />
      )}
    </>
  );
}
