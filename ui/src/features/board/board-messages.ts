import { formatPlural } from '@/lib/text/format';

/** The texts of the board. A translation is one more file that satisfies `typeof boardMessages`. */
export const boardMessages = {
  boardLabel: (column: string) => `Board by ${column}`,
  shortcutGroup: 'Board',
  shortcut: 'Pick up or drop a card',
  keyboardHint: 'Press Space to pick up this card, the arrow keys to choose its lane, and Space to drop it.',
  loading: 'Loading…',
  loadingMore: 'Loading more',
  tableNotLoaded: (table: string) => `Couldn’t load ${table}`,
  laneNotLoaded: 'Couldn’t load this lane',
  rowCount: (count: number, isEstimate: boolean) => `${isEstimate ? '≈ ' : ''}${formatPlural(count, 'row')}`,
  laneCount: (count: number, isTruncated: boolean) =>
    isTruncated ? `, first ${formatPlural(count, 'lane')} shown` : ` in ${formatPlural(count, 'lane')}`,
  estimate: 'Estimated by the database',
  cardsLocked: (reason: string) => `Cards can’t be moved: ${reason}`,
  emptyValueLane: 'empty',
  nullLane: (column: string) => `No ${column}`,
  laneLabel: (lane: string, count: number | undefined) =>
    count === undefined ? lane : `${lane}, ${formatPlural(count, 'row')}`,
  pickedUp: (card: string, lane: string) =>
    `${card} picked up in ${lane}. Use the arrow keys to move it, Space to drop it, Escape to cancel.`,
  /** The announced position of the dragged card: its lane, and its position there if the order is manual. */
  position: (lane: string, position: number | undefined, count: number) =>
    position === undefined ? lane : `${lane}, position ${position} of ${count}`,
  canceled: 'Move canceled.',
  notMoved: (card: string) => `${card} was not moved.`,
  moved: (card: string, lane: string | undefined) => `${card} is now in ${lane ?? 'another lane'}.`,
  reverted: (card: string, lane: string | undefined) =>
    lane === undefined ? `${card} moved back.` : `${card} moved back to ${lane}.`,
  noPositionLeft: (column: string) => `There is no ${column} value left between these two cards.`,
};
