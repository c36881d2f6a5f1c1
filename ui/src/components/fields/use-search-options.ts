import { useEffect, useState } from 'react';
import type { ComboboxOption } from './combobox';

type SearchFunction = (text: string, signal: AbortSignal) => Promise<readonly ComboboxOption[]>;

interface SearchResult {
  options: readonly ComboboxOption[];
  pending: boolean;
  error: unknown;
}

/** How long typing has to pause before the backend is asked, in milliseconds. */
const typingPause = 150;

/** What a search finds for a text. The options before stay while the next are on their way. */
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
      text === '' ? 0 : typingPause,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [search, text]);
  return found;
}
