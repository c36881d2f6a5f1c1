import { GripVertical, X } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '@/components/controls/icon-button';
import type { OrderTerm } from '@/data/rows/row';
import { type FieldOptions, useFindField } from '@/table/fields/use-field-options';
import { findDropIndexInList } from '../builder/drop-index.utils';
import { filtersMessages } from '../filters-messages';
import { moveTerm } from './sort.utils';
import styles from './sort-popover.module.css';
import { SortTerm } from './sort-term';

const messages = filtersMessages.sort;

export interface SortListProps {
  order: readonly OrderTerm[];
  /** The fields that the order doesn't contain yet. */
  fields: FieldOptions;
  onChange: (order: readonly OrderTerm[]) => void;
  /** Announces the new position of a term to screen readers. */
  onAnnounce: (text: string) => void;
}

/** The terms of an order. They are moved by drag or by the arrow keys on their handles. */
export function SortList({ order, fields, onChange, onAnnounce }: SortListProps) {
  const { list, focusHandle } = useHandleFocus(order);
  const findField = useFindField();
  const getColumnTitle = (name: string) => findField(name)?.title ?? name;
  const move = (column: string, to: number) => {
    const next = moveTerm(order, column, to);
    if (next === order) return;
    focusHandle(column);
    onChange(next);
    onAnnounce(messages.position(getColumnTitle(column), to + 1, order.length));
  };
  const { dragged, dropIndex, setDragged, ...dropping } = useTermDrag(order, move);
  return (
    <ol
      ref={list}
      className={styles.list}
      aria-label={messages.list}
      data-drop={dropIndex === order.length || undefined}
      {...dropping}
    >
      {order.map((term, i) => (
        <li
          key={term.column}
          data-term={term.column}
          data-dragged={dragged === term.column || undefined}
          data-drop={dropIndex === i || undefined}
        >
          <TermHandle
            title={getColumnTitle(term.column)}
            onStep={(by) => move(term.column, i + by)}
            onDrag={(started) => setDragged(started ? term.column : undefined)}
          />
          <SortTerm term={term} fields={fields} onChange={(next) => onChange(order.with(i, next))} />
          <IconButton
            size="sm"
            label={messages.remove(getColumnTitle(term.column))}
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
      aria-label={messages.move(title)}
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

/** Returns the state and handlers of a drag. The order changes only on the drop. */
function useTermDrag(order: readonly OrderTerm[], move: (column: string, to: number) => void) {
  const [dragged, setDraggedOnly] = useState<string>();
  const [dropIndex, setDropIndex] = useState<number>();
  const setDragged = (column: string | undefined) => {
    setDraggedOnly(column);
    setDropIndex(undefined);
  };
  const onDragOver = (event: DragEvent<HTMLElement>) => {
    if (dragged === undefined) return;
    event.preventDefault();
    setDropIndex(findDropIndexInList(event.currentTarget, event.clientY));
  };
  const onDrop = (event: DragEvent<HTMLElement>) => {
    if (dragged === undefined) return;
    event.preventDefault();
    const from = order.findIndex(({ column }) => column === dragged);
    // The removal shifts the terms after it.
    if (dropIndex !== undefined) move(dragged, dropIndex > from ? dropIndex - 1 : dropIndex);
    setDragged(undefined);
  };
  return { dragged, dropIndex, setDragged, onDragOver, onDrop };
}

/** Keeps the focus on the handle of a term that has moved. */
function useHandleFocus(order: readonly OrderTerm[]) {
  const list = useRef<HTMLOListElement>(null);
  const requested = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the order
  useEffect(() => {
    const items = [...(list.current?.children ?? [])];
    const item = items.find(
      (child) => child instanceof HTMLElement && child.dataset.term === requested.current,
    );
    requested.current = undefined;
    item?.querySelector('button')?.focus();
  }, [order]);
  return {
    list,
    focusHandle: (column: string) => {
      requested.current = column;
    },
  };
}
