import { useRef } from 'react';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { toast } from '@/components/toast';
import { toApiError } from '@/lib/api';
import { formatCount, plural } from '@/lib/format';
import { headingOf } from '../../../values/value.utils';
import { errorOf } from '../../changes/failure-notice';
import { useTable } from '../../table-context';
import styles from './change-dialog.module.css';
import { formatTSV } from './clipboard.utils';
import type { Refusals } from './use-block-changes';

export interface RefusalsDialogProps {
  /** Null while there is nothing to tell. */
  refusals: Refusals | null;
  onClose: () => void;
}

/** Rows that a change of a block did not get through to, each with its reason. What they were to hold can be copied. */
export function RefusalsDialog({ refusals, onClose }: RefusalsDialogProps) {
  const { table } = useTable();
  const last = useRef(refusals);
  if (refusals) last.current = refusals;
  const told = last.current;
  if (!told) return null;
  const { total, failed } = told;
  const copy = async () => {
    const changed = new Set(failed.flatMap(({ edit }) => Object.keys(edit.changes)));
    const columns = table.columns.filter(({ name }) => changed.has(name) || table.primaryKey.includes(name));
    const rows = failed.map(({ edit }) => ({ ...edit.seen, ...edit.changes }));
    try {
      await navigator.clipboard.writeText(formatTSV(columns, rows, true));
      toast.done(`${plural(rows.length, 'row')} copied.`);
    } catch (error) {
      toast.error(error, 'The browser did not let the rows be copied.');
    }
  };
  return (
    <Dialog
      open={refusals !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`${formatCount(failed.length)} of ${plural(total, 'row')} were not changed`}
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
        {failed.map(({ edit, outcome }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={i}>
            <span dir="auto" className={styles.where}>
              {headingOf(table, edit.seen)}
            </span>
            <span>{reasonOf(outcome)}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function reasonOf(outcome: Refusals['failed'][number]['outcome']): string {
  if (outcome.kind === 'conflict') return 'Someone else changed it meanwhile.';
  const { message, hint } = toApiError(errorOf({ outcome }));
  return [message, hint].filter(Boolean).join(' ');
}
