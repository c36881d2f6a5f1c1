import { ContextMenu as Radix } from 'radix-ui';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { cx } from '@/lib/text/cx';
import { MenuItemContent, type MenuItemContentProps } from './menu';
import styles from './menu.module.css';

export interface ContextMenuProps {
  /** The element whose right click, long press or menu key opens the menu. It must accept a ref and props. */
  trigger: ReactElement;
  children: ReactNode;
  disabled?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** A context menu. Offer the same actions in a Menu too. */
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

/** An action in a ContextMenu. */
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
