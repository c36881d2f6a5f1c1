import { ContextMenu as Radix } from 'radix-ui';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { MenuItemContent, type MenuItemContentProps } from './menu';
import styles from './menu.module.css';

export interface ContextMenuProps {
  /** What a right click, a long press or the menu key opens the menu on: one element that takes a ref and props. */
  trigger: ReactElement;
  children: ReactNode;
  disabled?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** The menu of a thing, where it was clicked. Offer the same by an ordinary Menu too. */
export function ContextMenu({ trigger, children, disabled = false, onOpenChange }: ContextMenuProps) {
  return (
    <Radix.Root onOpenChange={onOpenChange} modal={false}>
      <Radix.Trigger asChild disabled={disabled}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={styles.content} collisionPadding={8}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function ContextMenuItem({
  icon,
  keys,
  danger = false,
  className,
  children,
  ...props
}: ComponentProps<typeof Radix.Item> & MenuItemContentProps) {
  return (
    <Radix.Item className={cx(styles.item, className)} data-danger={danger || undefined} {...props}>
      <MenuItemContent icon={icon} keys={keys}>
        {children}
      </MenuItemContent>
    </Radix.Item>
  );
}

export function ContextMenuSeparator() {
  return <Radix.Separator className={styles.separator} />;
}
