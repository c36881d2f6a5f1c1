import { useRef } from 'react';
import { Button } from '@/components/controls/button';
import { Dialog } from '@/components/overlays/dialog';
import { toast } from '@/components/overlays/toast';
import { rejectionText } from '@/data/values/checks/rejection-text';
import { headingOf } from '@/data/values/value.utils';
import { toApiError } from '@/lib/api';
import { formatCount, formatPlural } from '@/lib/format';
import { useSchema } from '@/lib/session';
import { errorOf } from '@/table/changes/failed-edit-notice';
import { useTable } from '@/table/table-context';
import { formatTSV } from '../clipboard/clipboard.utils';
import styles from './block-change-dialog.module.css';
import type { RejectedEdits } from './use-block-changes';

export interface RejectionsDialogProps {
  /** Null while there is nothing to tell. */
  rejectedEdits: RejectedEdits | null;
  onClose: () => void;
}

/** Rows that a change of a block did not get through to, each with its reason. What they were to hold can be copied. */
export function RejectionsDialog({ rejectedEdits, onClose }: RejectionsDialogProps) {
  const { table } = useTable();
  const schema = useSchema();
  const last = useRef(rejectedEdits);
  if (rejectedEdits) last.current = rejectedEdits;
  const told = last.current;
  if (!told) return null;
  const { total, failed } = told;
  const reasonOf = ({ edit, outcome }: RejectedEdits['failed'][number]): string => {
    if (outcome.kind === 'conflict') return 'Someone else changed it meanwhile.';
    const values = { ...edit.baseRow, ...edit.changes };
    const { sentence, nextStep } = rejectionText(toApiError(errorOf({ outcome })), { schema, table, values });
    return [sentence, nextStep].filter(Boolean).join(' ');
  };
  const copy = async () => {
    const changed = new Set(failed.flatMap(({ edit }) => Object.keys(edit.changes)));
    const columns = table.columns.filter(({ name }) => changed.has(name) || table.primaryKey.includes(name));
    const rows = failed.map(({ edit }) => ({ ...edit.baseRow, ...edit.changes }));
    try {
      await navigator.clipboard.writeText(formatTSV(columns, rows, true));
      toast.done(`${formatPlural(rows.length, 'row')} copied.`);
    } catch (error) {
      toast.error(error, 'The browser did not let the rows be copied.');
    }
  };
  return (
    <Dialog
      open={rejectedEdits !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`${formatCount(failed.length)} of ${formatPlural(total, 'row')} were not changed`}
      size="md"
      footer={
        <>
          <Button onClick={() => void copy()}>Copy what was not saved</Button>
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
      <ul className={styles.problems} tabIndex={0} aria-label="Rows that were not changed">
        {failed.map((failure, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={i}>
            <span dir="auto" className={styles.location}>
              {headingOf(table, failure.edit.baseRow)}
            </span>
            <span>{reasonOf(failure)}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
