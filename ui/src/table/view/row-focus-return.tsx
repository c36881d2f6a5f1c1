import { useLayoutEffect, useRef } from 'react';

/** The id of the element that contains the open record. */
export const recordPanelId = 'record';

export interface RowFocusReturnProps {
  /** The key text of the open record, which identifies its card (`data-card`). */
  cardKey: string | undefined;
}

/** Returns the focus to the rows when the record that contains the focus closes. Render it inside the record's element. */
export function RowFocusReturn({ cardKey }: RowFocusReturnProps) {
  const latest = useRef(cardKey);
  useLayoutEffect(() => {
    latest.current = cardKey;
  }, [cardKey]);
  useLayoutEffect(
    () => () => {
      const panel = document.getElementById(recordPanelId);
      if (!panel?.contains(document.activeElement)) return;
      // If the record covered the view, the rows are rendered after this cleanup.
      setTimeout(() => {
        const cards = [...document.querySelectorAll<HTMLElement>('[data-card]')];
        const card = cards.find((element) => element.dataset.card === latest.current);
        const rows = document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]');
        (card ?? rows ?? document.getElementById('page'))?.focus();
      });
    },
    [],
  );
  return null;
}
