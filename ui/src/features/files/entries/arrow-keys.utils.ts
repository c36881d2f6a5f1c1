/** Marks what the arrow keys go through. */
const itemSelector = '[data-item]';

interface Box {
  left: number;
  top: number;
  width: number;
}

/** Which of the boxes, laid out in lines, an arrow key leads to from one of them; -1 where there is none. */
export function findNextBox(boxes: readonly Box[], from: number, key: string): number {
  const box = boxes[from];
  if (!box) return boxes.length > 0 ? 0 : -1;
  switch (key) {
    case 'ArrowLeft':
      return from - 1;
    case 'ArrowRight':
      return from + 1 < boxes.length ? from + 1 : -1;
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

/** The box closest in the nearest line above or below. */
function findNearestBox(
  boxes: readonly Box[],
  from: Box,
  isBeyond: (box: Box) => boolean,
  direction: 1 | -1,
): number {
  const tops = boxes.filter(isBeyond).map((box) => box.top);
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

/** Moves the focus from an item to the one that an arrow key leads to. Answers whether it did. */
export function moveFocus(container: HTMLElement, key: string): boolean {
  const items = [...container.querySelectorAll<HTMLElement>(itemSelector)];
  const from = items.findIndex((item) => item.contains(document.activeElement));
  const next =
    items[
      findNextBox(
        items.map((item) => item.getBoundingClientRect()),
        from,
        key,
      )
    ];
  const target = next?.querySelector<HTMLElement>('a') ?? next;
  target?.focus();
  return target !== undefined;
}
