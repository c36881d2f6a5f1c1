import { computeEdgeSpeed, computeVerticalEdgeSpeed } from '@/table/drag/edge-scroll';

// Finds the board's elements in the document. Lanes have the attribute data-lane, cards data-card.

export function findLaneElement(board: Element | null, id: string): HTMLElement | undefined {
  return findLaneElements(board).find((lane) => lane.dataset.lane === id);
}

export function findLaneElements(board: Element | null): HTMLElement[] {
  return [...(board?.querySelectorAll<HTMLElement>('[data-lane]') ?? [])];
}

export function findCardElements(lane: Element | undefined | null): HTMLElement[] {
  return [...(lane?.querySelectorAll<HTMLElement>('[data-card]') ?? [])];
}

export function findCardElement(board: Element | null, key: string): HTMLElement | undefined {
  return findCardElements(board).find((card) => card.dataset.card === key);
}

/** Returns the lane under a point and the index between its cards there. The dragged card is not counted. */
export function findDropPosition(
  x: number,
  y: number,
  draggedKey: string,
): { lane: string | undefined; index: number } {
  const lane = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-lane]');
  const cards = findCardElements(lane).filter((card) => card.dataset.card !== draggedKey);
  const index = cards.findIndex((card) => {
    const box = card.getBoundingClientRect();
    return y < box.top + box.height / 2;
  });
  return { lane: lane?.dataset.lane, index: index < 0 ? cards.length : index };
}

/** Scrolls the board and the lane under a point if the point is near their edges. */
export function scrollBoardAtEdges(board: HTMLElement | null, x: number, y: number): void {
  if (!board) return;
  const box = board.getBoundingClientRect();
  board.scrollLeft += computeEdgeSpeed(x - box.left, box.right - x);
  const lane = document.elementFromPoint(x, y)?.closest('[data-lane]');
  const list = lane?.querySelector('[data-scroller]');
  if (list) list.scrollTop += computeVerticalEdgeSpeed(list, y);
}
