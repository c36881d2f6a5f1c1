import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { Kbd } from '@/components/marks/kbd';
import { cx } from '@/lib/text/cx';
import styles from './menu.module.css';

export interface MenuProps extends ComponentProps<typeof Radix.Content> {
  /** The element that opens the menu, e.g. an IconButton. It must accept a ref and props. */
  trigger: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** A menu of actions. Its children are MenuItem, MenuRadioGroup, MenuLabel and MenuSeparator. */
export function Menu({ trigger, open, onOpenChange, className, ...props }: MenuProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className={cx(styles.content, className)}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          {...props}
        />
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The content of a menu item, in Menu and ContextMenu. */
export interface MenuItemContentProps {
  icon?: ReactNode;
  /** The shortcut of the same action, e.g. "mod+k". */
  keys?: string;
  danger?: boolean;
}

export interface MenuItemProps extends ComponentProps<typeof Radix.Item>, MenuItemContentProps {}

/** An action in a Menu. */
export function MenuItem({ icon, keys, danger = false, className, children, ...props }: MenuItemProps) {
  return (
    <Radix.Item className={cx(styles.item, className)} data-danger={danger || undefined} {...props}>
      <MenuItemContent icon={icon} keys={keys}>
        {children}
      </MenuItemContent>
    </Radix.Item>
  );
}

/** The icon, text and shortcut of an action, in Menu and ContextMenu. */
export function MenuItemContent({ icon, keys, children }: MenuItemContentProps & { children: ReactNode }) {
  return (
    <>
      {icon && <span className={styles.icon}>{icon}</span>}
      <span className={styles.text}>{children}</span>
      {keys && <Kbd keys={keys} />}
    </>
  );
}

export const MenuRadioGroup = Radix.RadioGroup;

/** An option of a MenuRadioGroup. */
export function MenuRadioItem({
  icon,
  className,
  children,
  ...props
}: ComponentProps<typeof Radix.RadioItem> & { icon?: ReactNode }) {
  return (
    <Radix.RadioItem className={cx(styles.item, className)} {...props}>
      {icon && <span className={styles.icon}>{icon}</span>}
      <span className={styles.text}>{children}</span>
      <Radix.ItemIndicator className={styles.check}>
        <Check aria-hidden />
      </Radix.ItemIndicator>
    </Radix.RadioItem>
  );
}

export function MenuLabel({ className, ...props }: ComponentProps<typeof Radix.Label>) {
  return <Radix.Label className={cx(styles.label, className)} {...props} />;
}

export function MenuSeparator({ className, ...props }: ComponentProps<typeof Radix.Separator>) {
  return <Radix.Separator className={cx(styles.separator, className)} {...props} />;
}
