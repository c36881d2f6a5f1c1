import type { ReactNode } from 'react';
import { componentsMessages } from '@/components/components-messages';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import styles from './confirm-dialog.module.css';
import { Dialog } from './dialog';

const messages = componentsMessages.dialog;

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question, with the name of the item: "Delete 3 files?" */
  title: ReactNode;
  /** The names of the items that will be lost; the first ten are listed. */
  lostItems?: readonly string[];
  /** Further information, e.g. whether the action can be undone. */
  children?: ReactNode;
  /** The verb: "Delete 3 files". */
  confirmLabel: string;
  /** The label of the other button, if "Cancel" would be ambiguous; default "Cancel". */
  cancelLabel?: string;
  danger?: boolean;
  pending?: boolean;
  /** The action is not possible yet. */
  isDisabled?: boolean;
  /** Why the last try failed. */
  error?: unknown;
  onConfirm: () => void;
}

const maxListedItems = 10;

/** Asks for confirmation of an action that cannot be undone, and lists what will be lost. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, lostItems = [], children, confirmLabel, onConfirm } = props;
  const { cancelLabel = messages.cancel, danger = true, pending = false, isDisabled = false, error } = props;
  const more = lostItems.length - maxListedItems;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !pending && onOpenChange(next)}
      title={title}
      role="alertdialog"
      description={
        <div className={styles.details}>
          {children}
          {lostItems.length > 0 && (
            <ul className={styles.lostItems}>
              {lostItems.slice(0, maxListedItems).map((loss) => (
                <li key={loss} dir="auto">
                  {loss}
                </li>
              ))}
              {more > 0 && <li className={styles.more}>{messages.more(more)}</li>}
            </ul>
          )}
        </div>
      }
      footer={
        <>
          <Button onClick={() => onOpenChange(false)} disabled={pending}>
            {cancelLabel}
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            pending={pending}
            disabled={isDisabled}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {error !== undefined && error !== null && <ErrorNotice error={error} className={styles.error} />}
    </Dialog>
  );
}
