import { CloudOff } from 'lucide-react';
import { Tooltip } from '@/components/overlays/tooltip';
import { cx } from '@/lib/cx';
import styles from './sidebar/sidebar.module.css';

export interface NavPlaceholderProps {
  /** What can't be read: 'files'. */
  content: string;
  collapsed?: boolean;
  onRetry: () => void;
}

/** Takes the place of links that can't be read at present. They are retried in the background, or by a click. */
export function NavPlaceholder({ content, collapsed = false, onRetry }: NavPlaceholderProps) {
  const button = (
    <button
      type="button"
      className={cx(styles.link, styles.unavailable)}
      aria-label={`Unavailable. Retry reading ${content}`}
      onClick={onRetry}
    >
      <CloudOff size={16} strokeWidth={1.75} aria-hidden />
      <span className={styles.label}>Unavailable. Retry</span>
    </button>
  );
  if (!collapsed) return button;
  return (
    <Tooltip content={`Unavailable. Retry reading ${content}`} side="right">
      {button}
    </Tooltip>
  );
}
