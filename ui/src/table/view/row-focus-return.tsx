import { useLayoutEffect, useRef } from 'react';

/** The id of the place where a record is open. */
export const recordPanelId = 'record';

export interface RowFocusReturnProps {
  /** The text of the open record's key, by which its card is found. */
  cardKey: string | undefined;
}

/** Inside of that place: gives the focus back to the rows when the record closes that had it. */
export function RowFocusReturn({ cardKey }: RowFocusReturnProps) {
  const latest = useRef(cardKey);
  useLayoutEffect(() => {
    latest.current = cardKey;
  }, [cardKey]);
  useLayoutEffect(
    () => () => {
      const place = document.getElementById(recordPanelId);
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
