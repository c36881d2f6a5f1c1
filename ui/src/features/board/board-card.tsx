import * as m from 'framer-motion/client';
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
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import type { Row } from '@/data/rows/row';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import type { Column } from '@/lib/api.gen';
import { duration, easing } from '@/lib/browser/theme/motion';
import { CardContent } from '@/table/cells/card-content';
import { RowStatusIcon } from '@/table/cells/status/row-status-icon';
import { useTable } from '@/table/table-context';
import styles from './board-card.module.css';

/** The values that all cards of a board share. They stay the same during a drag, so that no card renders again. */
export interface BoardContextValue {
  column: Column;
  position: Column | undefined;
  fields: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
  /** Whether cards can be moved. */
  movable: boolean;
  /** The id of the element that describes how to move a card by keyboard. */
  hintId: string;
  onPointerDown: (event: PointerEvent<HTMLElement>, row: Row, lane: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>, row: Row, lane: string) => void;
  onBlur: () => void;
  /** Returns whether a card that was just rendered must take the focus. Returns true only once per request. */
  consumeFocusRequest: (key: string) => boolean;
}

export const BoardContext = createContext<BoardContextValue | null>(null);

export interface BoardCardProps {
  row: Row;
  lane: string;
  isDragged: boolean;
  isAnimating: boolean;
  /** Whether the card slides when cards beside it appear or disappear. */
  slides: boolean;
  /** The placeholder rendered before this card while another card is dragged to this position. */
  gap: ReactNode;
}

/** A card of the board. A click opens its record; a drag or the Space key moves it. */
export const BoardCard = memo(function BoardCard(props: BoardCardProps) {
  const { row, lane, isDragged, isAnimating, slides, gap } = props;
  const board = use(BoardContext);
  const { table, openRecord } = useTable();
  const button = useRef<HTMLButtonElement>(null);
  const key = getCachedRowKey(table, row);
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
          data-dragged={isDragged || undefined}
          data-animating={isAnimating || undefined}
          data-movable={board.movable || undefined}
          aria-describedby={board.movable ? board.hintId : undefined}
          disabled={key === ''}
          onPointerDown={(event) => board.onPointerDown(event, row, lane)}
          onKeyDown={(event) => board.onKeyDown(event, row, lane)}
          // Without this, releasing Space would also click the button.
          onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
          onBlur={board.onBlur}
          onClick={() => {
            const id = getRowKey(table, row);
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
