import { Eye } from 'lucide-react';
import { Tooltip } from '@/components/overlays/tooltip';
import type { Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/session';
import styles from './view-only-badge.module.css';

/** Whether this role can read a table, and can't add, change or delete rows of it. */
export function isViewOnly({ privileges }: Table): boolean {
  return !privileges.insert && !privileges.update && !privileges.delete;
}

/** States once that nothing can be changed here, in place of a lock on each field. */
export function ViewOnlyBadge({ table }: { table: Table }) {
  const { role } = useSchema();
  const isView = table.kind.endsWith('view');
  const reason = isView
    ? 'The database computes these rows.'
    : `Your role (${role}) can’t change rows in ${table.title}.`;
  return (
    <Tooltip content={reason}>
      <button type="button" className={styles.badge}>
        <Eye size={12} aria-hidden /> View only
      </button>
    </Tooltip>
  );
}
