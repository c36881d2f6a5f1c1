import { Tooltip as Radix } from 'radix-ui';
import type { FocusEvent, ReactElement, ReactNode } from 'react';
import { Kbd } from '@/components/kbd';
import styles from './tooltip.module.css';

export interface TooltipProps {
  content: ReactNode;
  /** Keys that do the same, e.g. "mod+k". */
  keys?: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** One element that takes a ref and props. */
  children: ReactElement;
}

/** The focus that a closed dialog or drawer gives back after a tap or a click asks for no explanation. */
function ignorePointerFocus(event: FocusEvent) {
  if (!event.currentTarget.matches(':focus-visible')) event.preventDefault();
}

/**
 * Escape is for what the tooltip stands over. The library gives the key to the
 * tooltip alone, which closes; then the key comes again, for all others.
 */
function redispatchEscape(event: KeyboardEvent) {
  const { target } = event;
  event.stopPropagation();
  requestAnimationFrame(() => {
    const again = new KeyboardEvent('keydown', {
      key: 'Escape',
      code: 'Escape',
      bubbles: true,
      cancelable: true,
    });
    target?.dispatchEvent(again);
  });
}

/** A word on hover and on keyboard focus. It never holds the only copy of anything. */
export function Tooltip({ content, keys, side = 'bottom', children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild onFocus={ignorePointerFocus}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className={styles.content}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          onEscapeKeyDown={redispatchEscape}
        >
          {content}
          {keys && <Kbd keys={keys} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
