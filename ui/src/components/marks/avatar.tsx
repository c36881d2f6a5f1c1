import { type ComponentProps, useState } from 'react';
import { isPictureAddress } from '@/lib/browser/picture-address';
import { cx } from '@/lib/text/cx';
import { getInitials } from '@/lib/text/format';
import { hashHue } from '@/lib/text/hue';
import styles from './avatar.module.css';

export interface AvatarProps extends ComponentProps<'span'> {
  name: string;
  /** The address of a picture; '' if there is none. */
  url?: string;
  size?: 'sm' | 'md' | 'lg';
  /** Hides the avatar from assistive technology, because the name is next to it. */
  decorative?: boolean;
}

/** Shows a user's picture, or the initials on a background color that depends on the name. */
export function Avatar({
  name,
  url = '',
  size = 'md',
  decorative = false,
  className,
  ...props
}: AvatarProps) {
  const [failedUrl, setFailedUrl] = useState('');
  return (
    <span
      className={cx(styles.avatar, className)}
      data-hue={hashHue(name)}
      data-size={size}
      {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name, title: name })}
      {...props}
    >
      {isPictureAddress(url) && url !== failedUrl ? (
        <img src={url} alt="" referrerPolicy="no-referrer" onError={() => setFailedUrl(url)} />
      ) : (
        getInitials(name)
      )}
    </span>
  );
}
