import { use, useSyncExternalStore } from 'react';
import { VisuallyHidden } from '@/components/visually-hidden';
import { CommentCountsContext } from '@/data/comments/comment-counts';
import { getCommentedRecord } from '@/data/comments/project-comments';
import type { Row } from '@/data/rows/row';
import { cx } from '@/lib/text/cx';
import { formatCount } from '@/lib/text/format';
import { useTable } from '../table-context';
import { tableMessages } from '../table-messages';
import styles from './comment-count.module.css';

const messages = tableMessages.comments;

/** The number of comments on a row, with a mark if some are unread. Renders nothing without comments. */
export function CommentCount({ row, className }: { row: Row; className?: string | undefined }) {
  const { table } = useTable();
  const counts = use(CommentCountsContext);
  const count = useSyncExternalStore(counts.subscribe, () => {
    // Most pages have no comments.
    if (counts.snapshot().size === 0) return undefined;
    return counts.get(getCommentedRecord(table, row)?.key ?? '');
  });
  if (!count) return null;
  const { total, unread } = count;
  return (
    <span className={cx(styles.count, className)} data-unread={unread > 0 || undefined}>
      <svg
        viewBox="0 0 24 24"
        width={11}
        height={11}
        fill="none"
        stroke="currentColor"
        strokeWidth={2.2}
        aria-hidden
      >
        <path d="M21 15a2 2 0 0 1-2 2H7l-4 4V5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2z" />
      </svg>
      <span aria-hidden>{formatCount(total)}</span>
      <VisuallyHidden>{messages.count(total, unread)}</VisuallyHidden>
    </span>
  );
}
