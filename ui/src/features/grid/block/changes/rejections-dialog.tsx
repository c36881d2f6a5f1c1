import { useRef } from 'react';
import { Button } from '@/components/controls/button';
import { Dialog } from '@/components/overlays/dialog';
import { toast } from '@/components/overlays/toast';
import { getRowHeading } from '@/data/titles/row-titles';
import { formatRejection } from '@/data/values/checks/rejection-text';
import { toApiError } from '@/lib/api';
import { useSchema } from '@/lib/auth/session';
import { formatErrorText } from '@/lib/errors/error-texts';
import { getError } from '@/table/changes/edit-error';
import { useTable } from '@/table/table-context';
import { gridMessages } from '../../grid-messages';
import { formatTSV } from '../clipboard/clipboard.utils';
import styles from './block-change-dialog.module.css';
import type { RejectedEdits } from './use-block-changes';

const messages = gridMessages.rejections;

export interface RejectionsDialogProps {
  /** The rows to list; null closes the dialog. */
  rejectedEdits: RejectedEdits | null;
  onClose: () => void;
}

/** Lists the rows of a block that the server didn't change, each with its reason. Their new values can be copied. */
export function RejectionsDialog({ rejectedEdits, onClose }: RejectionsDialogProps) {
  const { table } = useTable();
  const describeRejection = useRejectionText();
  // Keeps the content during the exit animation.
  const lastEdits = useRef(rejectedEdits);
  if (rejectedEdits) lastEdits.current = rejectedEdits;
  if (!lastEdits.current) return null;
  const { total, failed } = lastEdits.current;
  const copyRows = async () => {
    const changed = new Set(failed.flatMap(({ edit }) => Object.keys(edit.changes)));
    const columns = table.columns.filter(({ name }) => changed.has(name) || table.primaryKey.includes(name));
    const rows = failed.map(({ edit }) => ({ ...edit.baseRow, ...edit.changes }));
    try {
      await navigator.clipboard.writeText(formatTSV(columns, rows, true));
      toast.done(messages.copied(rows.length));
    } catch (error) {
      toast.error(error, messages.copyFailed);
    }
  };
  return (
    <Dialog
      open={rejectedEdits !== null}
      onOpenChange={(open) => !open && onClose()}
      title={messages.title(failed.length, total)}
      size="md"
      footer={
        <>
          <Button onClick={() => void copyRows()}>{messages.copy}</Button>
          <Button variant="primary" onClick={onClose}>
            {messages.close}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, so the keyboard must reach it */}
      <ul className={styles.problems} tabIndex={0} aria-label={messages.listLabel}>
        {failed.map((rejection, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={i}>
            <span dir="auto" className={styles.location}>
              {getRowHeading(table, rejection.edit.baseRow)}
            </span>
            <span>{describeRejection(rejection)}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Returns a function that describes why an edit was rejected, and the next step. */
function useRejectionText(): (rejection: RejectedEdits['failed'][number]) => string {
  const { table } = useTable();
  const schema = useSchema();
  return ({ edit, outcome }) => {
    if (outcome.kind === 'conflict') return messages.conflict;
    const values = { ...edit.baseRow, ...edit.changes };
    return formatErrorText(formatRejection(toApiError(getError({ outcome })), { schema, table, values }));
  };
}
