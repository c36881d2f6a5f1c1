/** Matches the elements between which the arrow keys move the focus. */
const itemSelector = '[data-item]';

interface Box {
  left: number;
  top: number;
  width: number;
}

/**
 * Returns the index of the box to which a navigation key (arrow, Home, End) leads
 * from the box at `index`. The boxes are laid out in lines. Returns -1 if there is
 * none, and the first box if `index` is none of the boxes.
 */
export function findNextBox(boxes: readonly Box[], index: number, key: string): number {
  const box = boxes[index];
  if (!box) return boxes.length > 0 ? 0 : -1;
  switch (key) {
    case 'ArrowLeft':
      return index - 1;
    case 'ArrowRight':
      return index + 1 < boxes.length ? index + 1 : -1;
    case 'Home':
      return 0;
    case 'End':
      return boxes.length - 1;
    case 'ArrowDown':
      return findNearestBox(boxes, box, (candidate) => candidate.top > box.top + 1, 1);
    case 'ArrowUp':
      return findNearestBox(boxes, box, (candidate) => candidate.top < box.top - 1, -1);
    default:
      return -1;
  }
}

/** Returns the index of the horizontally closest box in the next line above (-1) or below (1). */
function findNearestBox(
  boxes: readonly Box[],
  from: Box,
  isInDirection: (box: Box) => boolean,
  direction: 1 | -1,
): number {
  const tops = boxes.filter(isInDirection).map((box) => box.top);
  if (tops.length === 0) return -1;
  const line = direction === 1 ? Math.min(...tops) : Math.max(...tops);
  let best = -1;
  let bestDistance = Number.POSITIVE_INFINITY;
  boxes.forEach((box, i) => {
    const distance = Math.abs(box.left + box.width / 2 - (from.left + from.width / 2));
    if (Math.abs(box.top - line) <= 1 && distance < bestDistance) {
      best = i;
      bestDistance = distance;
    }
  });
  return best;
}

/** Moves the focus from an item to the item to which an arrow key leads. Returns whether the focus moved. */
export function moveFocus(container: HTMLElement, key: string): boolean {
  const items = [...container.querySelectorAll<HTMLElement>(itemSelector)];
  const focusedIndex = items.findIndex((item) => item.contains(document.activeElement));
  const next =
    items[
      findNextBox(
        items.map((item) => item.getBoundingClientRect()),
        focusedIndex,
        key,
      )
    ];
  const target = next?.querySelector<HTMLElement>('a') ?? next;
  target?.focus();
  return target !== undefined;
}
