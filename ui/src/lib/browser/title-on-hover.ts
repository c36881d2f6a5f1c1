import type { PointerEvent } from 'react';

/**
 * Returns props that set the tooltip of an element when the pointer enters it. To format a second text for each cell
 * takes time when rows are rendered while the user scrolls.
 */
export function setTitleOnHover(getTitle: () => string) {
  return {
    onPointerEnter: ({ currentTarget }: PointerEvent<HTMLElement>) => {
      currentTarget.title = getTitle();
    },
  };
}
