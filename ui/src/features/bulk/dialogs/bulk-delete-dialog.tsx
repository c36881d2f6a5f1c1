import { Button } from '@/components/controls/button';
import { maxRememberedRows } from '@/data/writes/bulk/bulk-job';
import type { BulkScope } from '@/data/writes/bulk/bulk-source';
import { useSchema } from '@/lib/auth/session';
import { describeTableConsequences } from '@/table/deletion/delete-texts';
import { ReferencingRecords } from '@/table/deletion/referencing-records';
import { useTable } from '@/table/table-context';
import styles from '../bulk.module.css';
import { bulkMessages } from '../bulk-messages';
import { BulkScopeText } from '../bulk-scope-text';
import { useBulkOperation } from '../use-bulk-operation';
import { BulkDialog } from './bulk-dialog';
import { formatRecordCount } from './bulk-edit.utils';
import { CountConfirmation } from './count-confirmation';
import { confirmationThreshold, useCountConfirmation } from './use-count-confirmation';

export interface BulkDeleteDialogProps {
  scope: BulkScope;
  /** `isTouched`: rows were possibly deleted. */
  onClose: (isTouched: boolean) => void;
}

const messages = bulkMessages.delete;

/** Deletes many rows: asks first, with their count and the effect on related rows, then shows progress and report. */
export function BulkDeleteDialog({ scope, onClose }: BulkDeleteDialogProps) {
  const { table } = useTable();
  const bulk = useBulkOperation(scope);
  const count = bulk.size?.count ?? 0;
  const rows = formatRecordCount(table, count);
  const plan = { change: null, changedColumns: [] };
  // Rows that match a filter are not all visible, so that their count is always confirmed.
  const confirmation = useCountConfirmation(
    count,
    count > 0 && (scope.kind === 'all' || count > confirmationThreshold),
  );
  return (
    <BulkDialog
      {...{ bulk, onClose }}
      {...plan}
      verb="delete"
      title={bulk.size ? messages.title(rows) : messages.titleWithoutCount(table.title)}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{messages.cancel}</Button>
          <Button
            variant="danger"
            disabled={count === 0 || !confirmation.isConfirmed}
            pending={bulk.isCounting}
            onClick={() => {
              confirmation.setText('');
              void bulk.start(plan);
            }}
          >
            {bulk.size ? messages.submit(rows) : messages.submitWithoutCount}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <BulkScopeText scope={scope} bulk={bulk} verb="delete" />
        <DeleteConsequences scope={scope} canUndo={count <= maxRememberedRows} />
        <CountConfirmation {...confirmation} />
      </div>
    </BulkDialog>
  );
}

/** Describes the effect on related rows and what undo restores. */
function DeleteConsequences({ scope, canUndo }: { scope: BulkScope; canUndo: boolean }) {
  const { table } = useTable();
  const schema = useSchema();
  const effects = describeTableConsequences(schema, table);
  const getsNewKeys = table.columns.some((column) => column.identity === 'always');
  const undo = [
    messages.canUndo,
    getsNewKeys && messages.newKeys,
    effects.length > 0 && messages.undoWithoutRelated,
  ];
  return (
    <div className={styles.note}>
      {scope.kind === 'rows' ? (
        <ReferencingRecords table={table} rows={scope.rows} />
      ) : (
        effects.length > 0 && <p>{effects.join(' ')}</p>
      )}
      {canUndo && <p>{undo.filter(Boolean).join(' ')}</p>}
    </div>
  );
}
