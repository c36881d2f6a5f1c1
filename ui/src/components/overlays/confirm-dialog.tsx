import type { ReactNode } from 'react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/error-notice';
import styles from './confirm-dialog.module.css';
import { Dialog } from './dialog';

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question, with the thing's name: "Delete 3 files?" */
  title: ReactNode;
  /** What will be lost, named one by one; the first ten are shown. */
  losses?: readonly string[];
  /** What else to know: whether it can be undone. */
  children?: ReactNode;
  /** The verb: "Delete 3 files". */
  confirmLabel: string;
  danger?: boolean;
  pending?: boolean;
  /** Why the last try failed. */
  error?: unknown;
  onConfirm: () => void;
}

const shownLosses = 10;

/** Asks before something that can't be taken back. Naming what is lost is its whole point. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, losses = [], children, confirmLabel, onConfirm } = props;
  const { danger = true, pending = false, error } = props;
  const more = losses.length - shownLosses;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !pending && onOpenChange(next)}
      title={title}
      role="alertdialog"
      description={
        <div className={styles.facts}>
          {children}
          {losses.length > 0 && (
            <ul className={styles.losses}>
              {losses.slice(0, shownLosses).map((loss) => (
                <li key={loss} dir="auto">
                  {loss}
                </li>
              ))}
              {more > 0 && <li className={styles.more}>and {more.toLocaleString()} more</li>}
            </ul>
          )}
        </div>
      }
      footer={
        <>
          <Button onClick={() => onOpenChange(false)} disabled={pending}>
            Cancel
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} pending={pending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {error !== undefined && error !== null && <ErrorNotice error={error} className={styles.error} />}
    </Dialog>
  );
}
