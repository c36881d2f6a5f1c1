import type { ComponentProps } from 'react';
import { cx } from '@/lib/text/cx';
import styles from './skeleton.module.css';

export interface SkeletonProps extends ComponentProps<'span'> {
  /** The CSS size of the loading content. */
  width?: string | number;
  height?: string | number;
}

/** A placeholder of loading content. The view around it must set aria-busy. */
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
