import { Lock } from 'lucide-react';
import { Button } from '@/components/controls/button';
import { EmptyState } from '@/components/feedback/empty-state';
import { useSchema } from '@/lib/auth/session';
import { useTable } from '@/table/table-context';
import { recordMessages } from './record-messages';

const messages = recordMessages.panel;

/** Replaces the form of a new record if the role can't add rows to the table. */
export function InsertNotAllowed({ onClose }: { onClose: () => void }) {
  const { table } = useTable();
  const { role } = useSchema();
  return (
    <EmptyState
      icon={<Lock aria-hidden />}
      title={messages.insertNotAllowed}
      action={<Button onClick={onClose}>{messages.close}</Button>}
    >
      {messages.insertNotAllowedHint(role, table.title)}
    </EmptyState>
  );
}
