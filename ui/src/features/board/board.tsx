import { useId, useMemo, useRef } from 'react';
import { VisuallyHidden } from '@/components/visually-hidden';
import type { Relation } from '@/data/relations/references';
import type { RowsView } from '@/data/rows/keys';
import type { Column } from '@/lib/api.gen';
import { useShortcut } from '@/lib/browser/shortcuts';
import { CardFace } from '@/table/cells/card-face';
import { Flying, Ghost } from '@/table/drag/flight';
import styles from './board.module.css';
import type { Carry, Lane } from './board.types';
import { cardElement } from './board-dom';
import { BoardContext, type BoardContextValue } from './card';
import { useBoardKeys } from './drag/use-board-keys';
import { BoardLane } from './lanes/lane';
import type { Board } from './use-board';

export interface BoardLanesProps {
  board: Board;
  lanes: readonly Lane[];
  column: Column;
  position: Column | undefined;
  rowsView: RowsView;
  fields: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
}

/** The lanes, and over them the card that is carried and those that fly. */
export function BoardLanes(props: BoardLanesProps) {
  const { board, lanes, column, position, rowsView, fields, relations } = props;
  const { carry, moves, flights } = board;
  const hint = useId();
  const onKeyDown = useBoardKeys(board, lanes, column, position !== undefined);
  useShortcut({ keys: 'space', label: 'Pick a card up, and drop it', group: 'Board' });

  // The handlers are new with each render; what the cards hold stays the same.
  const latest = useRef({ board, onKeyDown });
  latest.current = { board, onKeyDown };
  const movable = board.lock === undefined;
  const shared = useMemo<BoardContextValue>(
    () => ({
      ...{ column, position, fields, relations, movable, hint },
      onPointerDown: (...args) => latest.current.board.onPointerDown(...args),
      onKeyDown: (...args) => latest.current.onKeyDown(...args),
      onBlur: () => {
        const { held, cancel } = latest.current.board;
        if (held.current?.by === 'keyboard') cancel('Put back.');
      },
      takesFocus: (key) => {
        const { wanted } = latest.current.board;
        if (wanted.current !== key) return false;
        wanted.current = undefined;
        return true;
      },
    }),
    [column, position, fields, relations, movable, hint],
  );
  const flying = useMemo(() => new Set(flights.map(({ key }) => key)), [flights]);
  return (
    <BoardContext value={shared}>
      <section
        ref={board.board}
        className={styles.board}
        aria-label={`Board by ${column.title}`}
        data-scroller
        data-carrying={carry ? true : undefined}
      >
        {lanes.map((lane) => {
          const over = carry?.lane === lane.id && (carry.from !== lane.id || carry.index !== undefined);
          return (
            <BoardLane
              key={lane.id}
              {...{ lane, rowsView, moves, flying, over }}
              carried={carry?.from === lane.id ? carry.key : undefined}
              gap={over ? gapOf(carry) : undefined}
              gapHeight={over ? carry.box.height : undefined}
            />
          );
        })}
      </section>
      <VisuallyHidden id={hint}>
        Press Space to pick this card up, the arrow keys to choose its lane, and Space to drop it.
      </VisuallyHidden>
      <VisuallyHidden role="status">{board.said}</VisuallyHidden>
      {carry && (
        <Ghost x={board.x} y={board.y} width={carry.box.width}>
          <CardFace row={carry.row} fields={fields} relations={relations} />
        </Ghost>
      )}
      {flights.map(({ key, row, from }) => (
        <Flying
          key={`${key} ${from.left},${from.top}`}
          from={from}
          target={() => cardElement(board.board.current, key)?.getBoundingClientRect()}
          onLand={() => board.land(key)}
        >
          <CardFace row={row} fields={fields} relations={relations} />
        </Flying>
      ))}
    </BoardContext>
  );
}

function gapOf({ index }: Carry): number | 'top' {
  return index ?? 'top';
}
