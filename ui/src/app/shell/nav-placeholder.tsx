import { CloudOff } from 'lucide-react';
import { Tooltip } from '@/components/overlays/tooltip';
import { cx } from '@/lib/text/cx';
import { shellMessages } from './shell-messages';
import styles from './sidebar/sidebar.module.css';

export interface NavPlaceholderProps {
  /** The content that can't be loaded: 'files'. */
  content: string;
  collapsed?: boolean;
  onRetry: () => void;
}

/** Shown instead of links that can't be loaded. They are loaded again in the background, or by a click. */
export function NavPlaceholder({ content, collapsed = false, onRetry }: NavPlaceholderProps) {
  const label = shellMessages.contentNotLoaded(content);
  const button = (
    <button
      type="button"
      className={cx(styles.link, styles.unavailable)}
      aria-label={label}
      onClick={onRetry}
    >
      <CloudOff size={16} strokeWidth={1.75} aria-hidden />
      <span className={styles.label}>{shellMessages.notLoaded}</span>
    </button>
  );
  if (!collapsed) return button;
  return (
    <Tooltip content={label} side="right">
      {button}
    </Tooltip>
  );
}
