import type { ComponentProps } from 'react';
import { cx } from '@/lib/cx';
import styles from './skeleton.module.css';

export interface SkeletonProps extends ComponentProps<'span'> {
  /** CSS lengths; the room that the text or picture will take. */
  width?: string | number;
  height?: string | number;
}

/** The place of something that is loading. The view around it says so with aria-busy. */
export function Skeleton({ width = '100%', height = 12, className, style, ...props }: SkeletonProps) {
  return (
    <span
      aria-hidden
      className={cx(styles.skeleton, className)}
      style={{ width, height, ...style }}
      {...props}
    />
  );
}
