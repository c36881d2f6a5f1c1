import { useLayoutEffect, useRef } from 'react';

/** The id of the place where a record is open. */
export const recordPlaceId = 'record';

export interface ReturnToRowsProps {
  /** The text of the open record's key, by which its card is found. */
  card: string | undefined;
}

/** Inside of that place: gives the focus back to the rows when the record closes that had it. */
export function ReturnToRows({ card }: ReturnToRowsProps) {
  const latest = useRef(card);
  useLayoutEffect(() => {
    latest.current = card;
  }, [card]);
  useLayoutEffect(
    () => () => {
      const place = document.getElementById(recordPlaceId);
      if (!place?.contains(document.activeElement)) return;
      // Where the record had the page for itself, the rows come back only after this.
      setTimeout(() => {
        const cards = [...document.querySelectorAll<HTMLElement>('[data-card]')];
        const own = cards.find((element) => element.dataset.card === latest.current);
        const rows = document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]');
        (own ?? rows ?? document.getElementById('page'))?.focus();
      });
    },
    [],
  );
  return null;
}
