import { useMemo } from 'react';
import { commentedRecord, commentsTable } from '@/data/comments/project-comments';
import type { Row } from '@/data/rows/row';
import { InstallHint } from '@/features/comments/install-hint';
import { LiveChat } from '@/features/comments/live-chat';
import { RecordComments } from '@/features/comments/record-comments';
import { useSchema, useUser } from '@/lib/session';
import { useTable } from '@/table/table-context';

/** Names of roles whose users probably administer the project: they see how to install comments. */
const ownerRole = /^(owner|admin|administrator)$/i;

/** The comments on a record. Renders nothing for rows that cannot have comments. */
export function RecordConversation({ row, heading }: { row: Row; heading: 'h2' | 'h3' }) {
  const { table } = useTable();
  const comments = commentsTable(useSchema());
  const { role } = useUser();
  const found = commentedRecord(table, row);
  const id = found && JSON.stringify(found);
  // The same object until the record changes.
  const record = useMemo(() => (id === undefined ? undefined : JSON.parse(id)), [id]);
  if (!record) return null;
  if (comments) return <RecordComments key={id} table={comments} {...{ record, heading }} />;
  const hint = ownerRole.test(role) && <InstallHint />;
  return <LiveChat key={id} {...{ record, heading, hint }} />;
}
