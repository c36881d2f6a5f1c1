import { type ReactNode, Suspense, useCallback, useLayoutEffect, useRef, useState } from 'react';
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

/** Returns the text that was typed before the code was loaded. For useTypedAhead. */
export type GetTypedAhead = () => TypedAhead;

/**
 * Returns the text that was typed before the code was loaded, for the loaded search. React can show the first render of the search some 100 ms later, and
 * the placeholder accepts text until then: the result then changes before the search is painted.
 */
export function useTypedAhead(getTypedAhead: GetTypedAhead): TypedAhead {
  const [typedAhead, setTypedAhead] = useState(getTypedAhead);
  const get = useRef(getTypedAhead);
  useLayoutEffect(() => {
    const { text, isEntered } = get.current();
    setTypedAhead((first) =>
      first.text === text && first.isEntered === isEntered ? first : { ...first, text, isEntered },
    );
  }, []);
  return typedAhead;
}

const emptyInput = { text: '', isEntered: false };

export interface LazySearchProps {
  label: string;
  className?: string | undefined;
  /** Shows the input while the code loads. Default: true. */
  open?: boolean;
  /** The text that the user typed before the search was shown. */
  initialInput?: Omit<TypedAhead, 'takesFocus'> | undefined;
  /** Called for Escape while the code loads. */
  onEscape?: () => void;
  /** Renders the search. It suspends until its code is loaded. */
  children: (getTypedAhead: GetTypedAhead) => ReactNode;
}

/** Renders a search whose code loads on demand. Until then, an input accepts the text, so that no key is lost. */
export function LazySearch({
  label,
  className,
  open = true,
  initialInput,
  onEscape,
  children,
}: LazySearchProps) {
  const input = useRef<HTMLInputElement>(null);
  // Also after the input is removed.
  const typed = useRef(initialInput ?? emptyInput);
  const setInput = useCallback(
    (element: HTMLInputElement | null) => {
      input.current = element;
      if (element) typed.current = initialInput ?? emptyInput;
    },
    [initialInput],
  );
  const getTypedAhead = () => ({
    ...typed.current,
    takesFocus: input.current === null || input.current === document.activeElement,
  });
  const loading = open && (
    <div className={className}>
      <div className={styles.search}>
        <input
          ref={setInput}
          aria-label={label}
          aria-busy
          placeholder={label}
          defaultValue={initialInput?.text}
          // biome-ignore lint/a11y/noAutofocus: the user opened the search to type in it
          autoFocus
          onChange={({ currentTarget }) => {
            typed.current = { text: currentTarget.value, isEntered: false };
          }}
          onKeyDown={({ key, nativeEvent }) => {
            if (key === 'Enter' && !nativeEvent.isComposing)
              typed.current = { ...typed.current, isEntered: true };
            if (key === 'Escape') onEscape?.();
          }}
        />
        <Spinner size={14} />
      </div>
    </div>
  );
  return <Suspense fallback={loading}>{children(getTypedAhead)}</Suspense>;
}
