import { GripVertical, X } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '@/components/controls/icon-button';
import type { Relation } from '@/data/relations/references';
import type { OrderTerm } from '@/data/rows/row';
import type { Column } from '@/lib/api.gen';
import { findDropIndexInList } from '../builder/drop-index.utils';
import { moveTerm } from './sort.utils';
import styles from './sort-popover.module.css';
import { SortTerm } from './sort-term';

export interface SortListProps {
  order: readonly OrderTerm[];
  /** The columns that can be sorted by. */
  columns: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
  onChange: (order: readonly OrderTerm[]) => void;
  /** Tells screen readers where a term went. */
  onAnnounce: (text: string) => void;
}

/** The terms of an order, to drag or, by the arrow keys on their handles, to move to another place. */
export function SortList({ order, columns, relations, onChange, onAnnounce }: SortListProps) {
  const { list, focusHandle } = useHandleFocus(order);
  const titleOf = (name: string) => columns.find((column) => column.name === name)?.title ?? name;
  const move = (column: string, to: number) => {
    const next = moveTerm(order, column, to);
    if (next === order) return;
    focusHandle(column);
    onChange(next);
    onAnnounce(`${titleOf(column)}: place ${to + 1} of ${order.length}.`);
  };
  const { dragged, place, setDragged, ...dropping } = useTermDrag(order, move);
  const isFree = ({ name }: Column) => order.every(({ column }) => column !== name);
  return (
    <ol
      ref={list}
      className={styles.list}
      aria-label="Sorted by"
      data-drop={place === order.length || undefined}
      {...dropping}
    >
      {order.map((term, i) => (
        <li
          key={term.column}
          data-term={term.column}
          data-dragged={dragged === term.column || undefined}
          data-drop={place === i || undefined}
        >
          <TermHandle
            title={titleOf(term.column)}
            onStep={(by) => move(term.column, i + by)}
            onDrag={(started) => setDragged(started ? term.column : undefined)}
          />
          <SortTerm
            term={term}
            columns={columns.filter((column) => column.name === term.column || isFree(column))}
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
  );
}

interface TermHandleProps {
  title: string;
  onStep: (by: -1 | 1) => void;
  onDrag: (started: boolean) => void;
}

function TermHandle({ title, onStep, onDrag }: TermHandleProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined;
    if (!by) return;
    event.preventDefault();
    onStep(by);
  };
  return (
    <button
      type="button"
      draggable
      className={styles.handle}
      aria-label={`Move ${title} with the arrow keys`}
      onKeyDown={onKeyDown}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', '');
        onDrag(true);
      }}
      onDragEnd={() => onDrag(false)}
    >
      <GripVertical size={14} aria-hidden />
    </button>
  );
}

/** What is dragged, and before which term it would go. Nothing is sorted anew until it is let go. */
function useTermDrag(order: readonly OrderTerm[], move: (column: string, to: number) => void) {
  const [dragged, setOnlyDragged] = useState<string>();
  const [place, setPlace] = useState<number>();
  const setDragged = (column: string | undefined) => {
    setOnlyDragged(column);
    setPlace(undefined);
  };
  const onDragOver = (event: DragEvent<HTMLElement>) => {
    if (dragged === undefined) return;
    event.preventDefault();
    setPlace(findDropIndexInList(event.currentTarget, event.clientY));
  };
  const onDrop = (event: DragEvent<HTMLElement>) => {
    if (dragged === undefined) return;
    event.preventDefault();
    const from = order.findIndex(({ column }) => column === dragged);
    // Taking it out moves what stood after it.
    if (place !== undefined) move(dragged, place > from ? place - 1 : place);
    setDragged(undefined);
  };
  return { dragged, place, setDragged, onDragOver, onDrop };
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
