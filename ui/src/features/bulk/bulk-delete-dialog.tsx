import { useState } from 'react';
import { Button } from '@/components/controls/button';
import { maxRememberedRows } from '@/data/writes/bulk/bulk-job';
import type { BulkScope } from '@/data/writes/bulk/bulk-source';
import { useSchema } from '@/lib/session';
import { describeTableConsequences } from '@/table/deletion/delete-texts';
import { ReferencingRecords } from '@/table/deletion/referencing-records';
import { useTable } from '@/table/table-context';
import styles from './bulk.module.css';
import { BulkDialog } from './bulk-dialog';
import { formatRowCount } from './bulk-edit.utils';
import { BulkScopeText } from './bulk-scope-text';
import { CountConfirmation } from './count-confirmation';
import { useBulkOperation } from './use-bulk-operation';

export interface BulkDeleteDialogProps {
  scope: BulkScope;
  /** `touched` says whether rows may have been deleted. */
  onClose: (touched: boolean) => void;
}

/** More ticked rows than this are deleted only after their number was typed; all that match always. */
const confirmThreshold = 1_000;

/** Deletes many rows at once: names how many and what goes with them, then the run with its report. */
export function BulkDeleteDialog({ scope, onClose }: BulkDeleteDialogProps) {
  const { table } = useTable();
  const schema = useSchema();
  const bulk = useBulkOperation(scope);
  const [typed, setTyped] = useState('');
  const count = bulk.size?.count ?? 0;
  const plan = { change: null, changedColumns: [] };

  const asks = count > 0 && (scope.kind === 'all' || count > confirmThreshold);
  const confirmed = !asks || typed.replace(/\D/g, '') === String(count);
  const effects = describeTableConsequences(schema, table);
  const numbered = table.columns.some((column) => column.identity === 'always');
  return (
    <BulkDialog
      {...{ bulk, onClose }}
      {...plan}
      verb="delete"
      title={bulk.size ? `Delete ${formatRowCount(table, count)}?` : `Delete from ${table.title}?`}
      footer={
        <>
          <Button onClick={() => onClose(false)}>Cancel</Button>
          <Button
            variant="danger"
            disabled={count === 0 || !confirmed}
            pending={bulk.isCounting}
            onClick={() => {
              setTyped('');
              void bulk.start(plan);
            }}
          >
            {bulk.size ? `Delete ${formatRowCount(table, count)}` : 'Delete'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <BulkScopeText scope={scope} bulk={bulk} verb="deletes" />
        <div className={styles.note}>
          {scope.kind === 'rows' ? (
            <ReferencingRecords table={table} rows={scope.rows} />
          ) : (
            effects.length > 0 && <p>{effects.join(' ')}</p>
          )}
          {count <= maxRememberedRows && (
            <p>
              Undo puts the rows back{numbered && ', under new numbers where the database gives them'}
              {effects.length > 0 && ', but not what goes with them'}.
            </p>
          )}
        </div>
        {asks && <CountConfirmation count={count} value={typed} onChange={setTyped} />}
      </div>
    </BulkDialog>
  );
}
