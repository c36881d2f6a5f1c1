import type { ComponentProps, ReactNode } from 'react';
import { Tooltip } from '@/components/overlays/tooltip';
import { cx } from '@/lib/text/cx';
import styles from './icon-button.module.css';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** The accessible name, which is also the tooltip. */
  label: string;
  icon: ReactNode;
  size?: 'sm' | 'md';
  /** The shortcut of the same action, e.g. "mod+k". */
  keys?: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
}

/** A button with an icon and without a visible label. */
export function IconButton({ label, icon, size = 'md', keys, side, className, ...props }: IconButtonProps) {
  return (
    <Tooltip content={label} keys={keys} side={side}>
      <button
        type="button"
        aria-label={label}
        className={cx(styles.button, className)}
        data-size={size}
        {...props}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
