import { type ReactNode, Suspense, useRef } from 'react';
import { Spinner } from '@/components/feedback/spinner';
import styles from './lazy-search.module.css';

/** The user's input in the placeholder of a search while the code of the search loads. */
export interface TypedAhead {
  text: string;
  /** The user pressed Enter after the text. */
  isEntered: boolean;
  /** The search takes the focus: the user has not moved it elsewhere. */
  takesFocus: boolean;
}

/** Returns what was typed ahead. The search calls it when it renders first. */
export type GetTypedAhead = () => TypedAhead;

export interface LazySearchProps {
  label: string;
  className?: string | undefined;
  /** Shows the input while the code loads. Default: true. */
  open?: boolean;
  /** Called for Escape while the code loads. */
  onEscape?: () => void;
  /** Renders the search. It suspends until its code is loaded. */
  children: (getTypedAhead: GetTypedAhead) => ReactNode;
}

/** Renders a search whose code loads on demand. Until then, an input accepts the text, so that no key is lost. */
export function LazySearch({ label, className, open = true, onEscape, children }: LazySearchProps) {
  const input = useRef<HTMLInputElement>(null);
  const isEntered = useRef(false);
  const getTypedAhead = () => ({
    text: input.current?.value ?? '',
    isEntered: input.current !== null && isEntered.current,
    takesFocus: input.current === null || input.current === document.activeElement,
  });
  const loading = open && (
    <div className={className}>
      <div className={styles.search}>
        <input
          ref={input}
          aria-label={label}
          aria-busy
          placeholder={label}
          // biome-ignore lint/a11y/noAutofocus: the user opened the search to type in it
          autoFocus
          onChange={() => {
            isEntered.current = false;
          }}
          onKeyDown={({ key, nativeEvent }) => {
            if (key === 'Enter' && !nativeEvent.isComposing) isEntered.current = true;
            if (key === 'Escape') onEscape?.();
          }}
        />
        <Spinner size={14} />
      </div>
    </div>
  );
  return <Suspense fallback={loading}>{children(getTypedAhead)}</Suspense>;
}
