import { useEffect, useState } from 'react';
import type { ComboboxOption } from './combobox.types';

type SearchFunction = (text: string, signal: AbortSignal) => Promise<readonly ComboboxOption[]>;

interface SearchResult {
  options: readonly ComboboxOption[];
  pending: boolean;
  error: unknown;
}

/** The debounce of the search, in milliseconds. */
const searchDebounce = 150;

/** Returns the result of a search for a text. While a search runs, the previous options remain. */
export function useSearchOptions(search: SearchFunction | undefined, text: string): SearchResult {
  const [found, setFound] = useState<SearchResult>({
    options: [],
    pending: search !== undefined,
    error: null,
  });
  useEffect(() => {
    if (!search) return;
    const abort = new AbortController();
    setFound((before) => ({ ...before, pending: true, error: null }));
    const timer = setTimeout(
      () => {
        search(text, abort.signal).then(
          (options) => !abort.signal.aborted && setFound({ options, pending: false, error: null }),
          (error: unknown) => !abort.signal.aborted && setFound({ options: [], pending: false, error }),
        );
      },
      text === '' ? 0 : searchDebounce,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [search, text]);
  return found;
}
