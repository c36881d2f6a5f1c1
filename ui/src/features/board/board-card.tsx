import * as m from 'framer-motion/m';
import {
  createContext,
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  use,
  useLayoutEffect,
  useRef,
} from 'react';
import type { Relation } from '@/data/relations/references';
import type { Row } from '@/data/rows/row';
import { rowKeyText } from '@/data/rows/row-key-text';
import { keyOf } from '@/data/writes/batches/guards.utils';
import type { Column } from '@/lib/api.gen';
import { duration, easing } from '@/lib/browser/motion';
import { CardContent } from '@/table/cells/card-content';
import { RowStatusIcon } from '@/table/cells/row-status-icon';
import { useTable } from '@/table/table-context';
import styles from './board-card.module.css';

/** What a board's cards share. None of it changes while something is carried. */
export interface BoardContextValue {
  column: Column;
  position: Column | undefined;
  fields: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
  /** Cards can be moved: it is said how. */
  movable: boolean;
  /** The id of the sentence that says how a card is moved by keyboard. */
  hintId: string;
  onPointerDown: (event: PointerEvent<HTMLElement>, row: Row, lane: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>, row: Row, lane: string) => void;
  onBlur: () => void;
  /** Whether a card that has just come has to have the focus; asked once. */
  consumeFocusRequest: (key: string) => boolean;
}

export const BoardContext = createContext<BoardContextValue | null>(null);

export interface BoardCardProps {
  row: Row;
  lane: string;
  isDragged: boolean;
  isAnimating: boolean;
  /** It slides when its neighbours come or go. */
  slides: boolean;
  /** Stands before it, while something is carried here. */
  gap: ReactNode;
}

/** A card: a click opens its record, a drag or Space moves it. */
export const BoardCard = memo(function BoardCard(props: BoardCardProps) {
  const { row, lane, isDragged, isAnimating, slides, gap } = props;
  const board = use(BoardContext);
  const { table, openRecord } = useTable();
  const button = useRef<HTMLButtonElement>(null);
  const key = rowKeyText(table, row);
  useLayoutEffect(() => {
    if (board?.consumeFocusRequest(key)) button.current?.focus({ preventScroll: true });
  });
  if (!board) return null;
  return (
    <>
      {gap}
      <m.li
        layout={slides && !isAnimating && !isDragged ? 'position' : false}
        transition={{ layout: { duration: duration.base, ease: easing.inOut } }}
        className={styles.item}
      >
        <button
          ref={button}
          type="button"
          className={styles.card}
          data-card={key}
          data-carried={isDragged || undefined}
          data-flying={isAnimating || undefined}
          data-movable={board.movable || undefined}
          aria-describedby={board.movable ? board.hintId : undefined}
          disabled={key === ''}
          onPointerDown={(event) => board.onPointerDown(event, row, lane)}
          onKeyDown={(event) => board.onKeyDown(event, row, lane)}
          // Else Space would also click, on its way up.
          onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
          onBlur={board.onBlur}
          onClick={() => {
            const id = keyOf(table, row);
            if (id) openRecord(id);
          }}
        >
          <CardContent row={row} fields={board.fields} relations={board.relations} />
        </button>
        <RowStatusIcon row={row} movedColumns={[board.column, board.position]} className={styles.status} />
      </m.li>
    </>
  );
});
