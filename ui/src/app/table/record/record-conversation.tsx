import { useMemo } from 'react';
import { findCommentsTable, getCommentedRecord } from '@/data/comments/project-comments';
import { emptyTablePageState, formatTablePageState } from '@/data/query/page-state/table-page-state';
import type { Row } from '@/data/rows/row';
import { getRowHeading } from '@/data/titles/row-titles';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import { InstallHint } from '@/features/comments/install-hint';
import { LiveChat } from '@/features/comments/live-chat';
import { RecordComments } from '@/features/comments/record-comments';
import { useSchema, useUser } from '@/lib/auth/session';
import { FollowButton } from '@/table/follows/follow-button';
import { useTable } from '@/table/table-context';
import styles from './record-conversation.module.css';

/** Names of roles whose users probably administer the project: they see how to install comments. */
const ownerRole = /^(owner|admin|administrator)$/i;

/** The button to follow a record, and its comments. Renders nothing for rows without a key. */
export function RecordConversation({ row, heading }: { row: Row; heading: 'h2' | 'h3' }) {
  const { table } = useTable();
  const comments = findCommentsTable(useSchema());
  const { role } = useUser();
  const found = getCommentedRecord(table, row);
  const id = found && JSON.stringify(found);
  // The same object until the record changes.
  const record = useMemo(() => (id === undefined ? undefined : JSON.parse(id)), [id]);
  if (!record) return null;
  const rowKey = getRowKey(table, row);
  return (
    <>
      {rowKey && (
        <div className={styles.follow}>
          <FollowButton
            page={{
              ...{ schema: table.schema, table: table.name, title: getRowHeading(table, row) },
              query: formatTablePageState({ ...emptyTablePageState, record: rowKey }),
            }}
          />
        </div>
      )}
      {comments ? (
        <RecordComments key={id} table={comments} {...{ record, heading }} />
      ) : (
        <LiveChat key={id} {...{ record, heading }} hint={ownerRole.test(role) && <InstallHint />} />
      )}
    </>
  );
}
