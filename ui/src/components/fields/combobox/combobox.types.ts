import type { ReactNode } from 'react';

export interface ComboboxOption {
  value: string;
  label: string;
  /** A second line, to distinguish options with the same label. */
  detail?: string;
  icon?: ReactNode;
}

/** The contents and the callbacks of a list of options. */
export interface ComboboxListProps {
  label: string;
  value: string | null;
  /** A fixed list, which is searched in the browser. */
  options?: readonly ComboboxOption[] | undefined;
  /**
   * A search in the backend, in place of `options`. It is called for each entered text, at first "". The function must
   * be stable between renders.
   */
  search?: ((text: string, signal: AbortSignal) => Promise<readonly ComboboxOption[]>) | undefined;
  onChoose: (option: ComboboxOption) => void;
}
