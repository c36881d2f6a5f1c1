import { findLaneAction } from '@/data/actions/offers/lane-moves';
import { openAction } from '@/data/actions/open-action';
import { isInLane } from '@/data/layouts/lanes.utils';
import type { Row } from '@/data/rows/row';
import { getRowHeading } from '@/data/titles/row-titles';
import { useSchema } from '@/lib/auth/session';
import type { useDragState } from '@/table/drag/use-drag-state';
import type { useMoves } from '@/table/drag/use-moves';
import { useTable } from '@/table/table-context';
import type { CardDragState, Lane } from '../board.types';
import { boardMessages as messages } from '../board-messages';
import type { BoardOptions } from '../use-board';

export interface CardDropOptions {
  dragState: ReturnType<typeof useDragState<CardDragState>>;
  sent: ReturnType<typeof useMoves>;
  laneNamed: (id: string | undefined) => Lane | undefined;
  computeChanges: (now: CardDragState) => Row | undefined;
  /** Returns the card to its lane, and announces the text if it was dragged by keyboard. */
  cancel: (text: string) => void;
}

/** Returns a function that drops the dragged card: it saves the move, or opens the action that moves cards to the lane. */
export function useCardDrop({ column, lanes }: BoardOptions, options: CardDropOptions) {
  const { dragState, sent, laneNamed, computeChanges, cancel } = options;
  const { draggedRef, setDragged, getOverlayBox } = dragState;
  const { table } = useTable();
  const schema = useSchema();
  return () => {
    const now = draggedRef.current;
    const lane = laneNamed(now?.lane);
    if (!now) return;
    const laneAction = lane && findLaneAction(schema, table, column, now.row, lane.value);
    if (laneAction) {
      cancel('');
      return openAction({
        ...laneAction,
        subject: { kind: 'row', table, offer: laneAction.offer, row: now.row },
      });
    }
    const changes = computeChanges(now);
    const name = getRowHeading(table, now.row);
    if (!lane || !changes) return cancel(messages.notMoved(name));
    setDragged(null);
    if (now.inputDevice === 'keyboard') sent.focusKeyRef.current = now.key;
    void sent.saveMove({
      ...{ key: now.key, row: now.row, changes, from: getOverlayBox(now) },
      describeSaved: (row) => messages.moved(name, lanes.find((each) => isInLane(each, row))?.title),
      revertedText: messages.reverted(name, laneNamed(now.from)?.title),
    });
  };
}
