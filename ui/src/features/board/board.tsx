import { useId, useMemo, useRef } from 'react';
import { VisuallyHidden } from '@/components/visually-hidden';
import type { Relation } from '@/data/relations/references';
import type { RowsView } from '@/data/rows/row-keys';
import type { Column } from '@/lib/api.gen';
import { useShortcut } from '@/lib/browser/keyboard/shortcuts';
import { CardContent } from '@/table/cells/card-content';
import { DragOverlay, DropAnimation } from '@/table/drag/drag-overlay';
import styles from './board.module.css';
import type { CardDragState, Lane } from './board.types';
import { BoardContext, type BoardContextValue } from './board-card';
import { findCardElement } from './board-dom';
import { boardMessages as messages } from './board-messages';
import { useBoardKeys } from './drag/use-board-keys';
import { BoardLane } from './lanes/board-lane';
import type { BoardState } from './use-board';

export interface BoardProps {
  board: BoardState;
  lanes: readonly Lane[];
  column: Column;
  position: Column | undefined;
  rowsView: RowsView;
  fields: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
}

/** The lanes, the dragged card above them, and the cards that are animated to their new position. */
export function Board(props: BoardProps) {
  const { board, lanes, column, position, rowsView, fields, relations } = props;
  const { dragged, moves, animatedRows } = board;
  const hintId = useId();
  const onKeyDown = useBoardKeys(board, lanes, column, position !== undefined);
  useShortcut({ keys: 'space', label: messages.shortcut, group: messages.shortcutGroup });

  const context = useBoardContextValue(props, onKeyDown, hintId);
  const animatedKeys = useMemo(() => new Set(animatedRows.map(({ key }) => key)), [animatedRows]);
  return (
    <BoardContext value={context}>
      <section
        ref={board.board}
        className={styles.board}
        aria-label={messages.boardLabel(column.title)}
        data-scroller
        data-dragging={dragged ? true : undefined}
      >
        {lanes.map((lane) => {
          const isDropTarget =
            dragged?.lane === lane.id && (dragged.from !== lane.id || dragged.index !== undefined);
          return (
            <BoardLane
              key={lane.id}
              {...{ lane, rowsView, moves, animatedKeys, isDropTarget }}
              isDimmed={board.isUnreachable(lane)}
              draggedKey={dragged?.from === lane.id ? dragged.key : undefined}
              gap={isDropTarget ? getGapIndex(dragged) : undefined}
              gapHeight={isDropTarget ? dragged.box.height : undefined}
            />
          );
        })}
      </section>
      <VisuallyHidden id={hintId}>{messages.keyboardHint}</VisuallyHidden>
      <VisuallyHidden role="status">{board.announcement}</VisuallyHidden>
      <DraggedCards board={board} fields={fields} relations={relations} />
    </BoardContext>
  );
}

/** Returns the value of the board's context. It stays the same while a card is dragged. */
function useBoardContextValue(
  { board, column, position, fields, relations }: BoardProps,
  onKeyDown: ReturnType<typeof useBoardKeys>,
  hintId: string,
): BoardContextValue {
  // The handlers change with each render; the context of the cards must not.
  const latest = useRef({ board, onKeyDown });
  latest.current = { board, onKeyDown };
  const movable = board.lock === undefined;
  return useMemo<BoardContextValue>(
    () => ({
      ...{ column, position, fields, relations, movable, hintId },
      onPointerDown: (...args) => latest.current.board.onPointerDown(...args),
      onKeyDown: (...args) => latest.current.onKeyDown(...args),
      onBlur: () => {
        const { draggedRef, cancel } = latest.current.board;
        if (draggedRef.current?.inputDevice === 'keyboard') cancel(messages.canceled);
      },
      consumeFocusRequest: (key) => {
        const { focusKeyRef } = latest.current.board;
        if (focusKeyRef.current !== key) return false;
        focusKeyRef.current = undefined;
        return true;
      },
    }),
    [column, position, fields, relations, movable, hintId],
  );
}

/** The card under the pointer, and the dropped cards that are animated to their new position. */
function DraggedCards({ board, fields, relations }: Pick<BoardProps, 'board' | 'fields' | 'relations'>) {
  const { dragged } = board;
  return (
    <>
      {dragged && (
        <DragOverlay x={board.x} y={board.y} width={dragged.box.width}>
          <CardContent row={dragged.row} fields={fields} relations={relations} />
        </DragOverlay>
      )}
      {board.animatedRows.map(({ key, row, from }) => (
        <DropAnimation
          key={`${key} ${from.left},${from.top}`}
          from={from}
          target={() => findCardElement(board.board.current, key)?.getBoundingClientRect()}
          onEnd={() => board.endAnimation(key)}
        >
          <CardContent row={row} fields={fields} relations={relations} />
        </DropAnimation>
      ))}
    </>
  );
}

function getGapIndex({ index }: CardDragState): number | 'top' {
  return index ?? 'top';
}
