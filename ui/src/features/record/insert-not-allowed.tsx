import { Lock } from 'lucide-react';
import { Button } from '@/components/controls/button';
import { EmptyState } from '@/components/feedback/empty-state';
import { useSchema } from '@/lib/session';
import { useTable } from '@/table/table-context';

/** In place of the form, where an address asks for a new record that this role may not add. */
export function InsertNotAllowed({ onClose }: { onClose: () => void }) {
  const { table } = useTable();
  const { role } = useSchema();
  return (
    <EmptyState
      icon={<Lock aria-hidden />}
      title="You can’t add a record here"
      action={<Button onClick={onClose}>Close</Button>}
    >
      Your role (“{role}”) may not insert into {table.title}. Whoever runs this workspace can allow it.
    </EmptyState>
  );
}
