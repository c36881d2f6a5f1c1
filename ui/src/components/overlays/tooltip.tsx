import { Tooltip as Radix } from 'radix-ui';
import type { FocusEvent, ReactElement, ReactNode } from 'react';
import { Kbd } from '@/components/marks/kbd';
import styles from './tooltip.module.css';

export interface TooltipProps {
  content: ReactNode;
  /** The shortcut of the same action, e.g. "mod+k". */
  keys?: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** The element with the tooltip. It must accept a ref and props. */
  children: ReactElement;
}

/** Prevents the tooltip when a closing dialog or drawer restores the focus after a tap or click. */
function ignorePointerFocus(event: FocusEvent) {
  if (!event.currentTarget.matches(':focus-visible')) event.preventDefault();
}

/**
 * Sends Escape again after the tooltip has closed, so that the dialog or menu below
 * it also gets it: Radix only handles it in the topmost layer.
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

/** Shows a label on hover and on keyboard focus. Do not show information only in a tooltip. */
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
