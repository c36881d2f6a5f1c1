import { type RefObject, useEffect } from 'react';
import type { RecordSave } from './form/use-record-save';

/**
 * After a form was not saved, focuses the first invalid field and scrolls it into view. If no field is invalid, the
 * reason is above the fields: then it scrolls to the top.
 */
export function useFocusInvalidField(
  form: RefObject<HTMLElement | null>,
  { invalidCount, rejection }: RecordSave,
) {
  useEffect(() => {
    const { current } = form;
    if (!current || (invalidCount === 0 && !rejection)) return;
    const field = current.querySelector<HTMLElement>('[data-state="error"]');
    const control =
      field?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      field?.querySelector<HTMLElement>('input:not([hidden]), textarea, button');
    // Scrolls one element only, because scrollIntoView would also scroll the page around the form.
    control?.focus({ preventScroll: true });
    const scroller = findScroller(current);
    const distance = field ? field.getBoundingClientRect().top - scroller.getBoundingClientRect().top : 0;
    const top = field ? scroller.scrollTop + distance - scroller.clientHeight / 3 : 0;
    const { matches: reduced } = window.matchMedia('(prefers-reduced-motion: reduce)');
    scroller.scrollTo({ top, behavior: reduced ? 'instant' : 'smooth' });
  }, [form, invalidCount, rejection]);
}

/** Returns the element that scrolls a form: the form itself, or its nearest scrolling ancestor. */
function findScroller(element: HTMLElement): HTMLElement {
  for (let each: HTMLElement | null = element; each; each = each.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(each).overflowY)) return each;
  }
  return document.documentElement;
}
