import type { ComponentProps } from 'react';
import { cx } from '@/lib/cx';
import { getInitials } from '@/lib/format';
import { hashHue } from '@/lib/hue';
import styles from './avatar.module.css';

export interface AvatarProps extends ComponentProps<'span'> {
  name: string;
  size?: 'sm' | 'md' | 'lg';
  /** Hides the avatar from assistive technology, because the name is next to it. */
  decorative?: boolean;
}

/** Shows a user's initials on a background color that depends on the name. */
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
