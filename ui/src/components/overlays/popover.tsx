import { Popover as Radix } from 'radix-ui';
import type { ComponentProps, ReactElement } from 'react';
import { cx } from '@/lib/text/cx';
import styles from './popover.module.css';

export interface PopoverProps extends Omit<ComponentProps<typeof Radix.Content>, 'content'> {
  /** The element that opens the popover, e.g. a Button. It must accept a ref and props. */
  trigger?: ReactElement;
  /** The element next to which the popover is placed, if there is no trigger. */
  anchor?: ReactElement;
  open?: boolean;
  defaultOpen?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Removes the padding, if the content has its own. */
  flush?: boolean;
}

/** A small panel next to the element that opened it. Escape and an outside click close it. */
export function Popover(props: PopoverProps) {
  const { trigger, anchor, open, defaultOpen, onOpenChange, flush = false, className, ...rest } = props;
  return (
    <Radix.Root open={open} defaultOpen={defaultOpen} onOpenChange={onOpenChange}>
      {anchor && <Radix.Anchor asChild>{anchor}</Radix.Anchor>}
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Content
          className={cx(styles.content, className)}
          data-flush={flush || undefined}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          {...rest}
        />
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Closes the popover when its child, a button, is pressed. */
export function PopoverClose({ children }: { children: ReactElement }) {
  return <Radix.Close asChild>{children}</Radix.Close>;
}
