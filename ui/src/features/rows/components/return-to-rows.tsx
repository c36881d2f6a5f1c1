import { useLayoutEffect } from 'react';

/** The id of the place where a record is open. */
export const recordPlaceId = 'record';

/** Inside of that place: gives the focus back to the rows when the record closes that had it. */
export function ReturnToRows() {
  useLayoutEffect(
    () => () => {
      const place = document.getElementById(recordPlaceId);
      if (!place?.contains(document.activeElement)) return;
      // Where the record had the page for itself, the rows come back only after this.
      setTimeout(() => {
        const rows = document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]');
        (rows ?? document.getElementById('page'))?.focus();
      });
    },
    [],
  );
  return null;
}
