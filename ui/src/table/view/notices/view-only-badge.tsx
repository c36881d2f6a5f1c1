import { Eye } from 'lucide-react';
import { Tooltip } from '@/components/overlays/tooltip';
import type { Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { isView } from '@/lib/is-view';
import { tableMessages } from '@/table/table-messages';
import styles from './view-only-badge.module.css';

const messages = tableMessages.view;

/** Whether the role can't add, change or delete rows of a table. */
export function isViewOnly({ privileges }: Table): boolean {
  return !privileges.insert && !privileges.update && !privileges.delete;
}

/** States once that the table is read-only, instead of a lock icon on each field. */
export function ViewOnlyBadge({ table }: { table: Table }) {
  const { role } = useSchema();
  const reason = isView(table) ? messages.computedRows : messages.noPermission(role, table.title);
  return (
    <Tooltip content={reason}>
      <button type="button" className={styles.badge}>
        <Eye size={12} aria-hidden /> {messages.viewOnly}
      </button>
    </Tooltip>
  );
}
