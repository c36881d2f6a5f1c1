import type { ComponentProps } from 'react';
import { cx } from '@/lib/cx';
import { getInitials } from '@/lib/format';
import { hashHue } from '@/lib/hue';
import styles from './avatar.module.css';

export interface AvatarProps extends ComponentProps<'span'> {
  name: string;
  size?: 'sm' | 'md' | 'lg';
  /** The name stands beside it: don't say it twice. */
  decorative?: boolean;
}

/** A person, as initials on a hue of their own. */
export function Avatar({ name, size = 'md', decorative = false, className, ...props }: AvatarProps) {
  return (
    <span
      className={cx(styles.avatar, className)}
      data-hue={hashHue(name)}
      data-size={size}
      {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name, title: name })}
      {...props}
    >
      {getInitials(name)}
    </span>
  );
}
