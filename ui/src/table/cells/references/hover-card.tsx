import { Popover } from 'radix-ui';
import type { ComponentProps, RefObject } from 'react';
import styles from './hover-card.module.css';

export interface HoverCardProps extends ComponentProps<typeof Popover.Content> {
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** An open card under an element. Render it only while it is open: a grid has many chips, and a closed card would slow down scrolling. */
export function HoverCard({ anchor, onClose, children, ...props }: HoverCardProps) {
  return (
    <Popover.Root open onOpenChange={onClose}>
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Portal>
        <Popover.Content
          className={styles.card}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          {...props}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
