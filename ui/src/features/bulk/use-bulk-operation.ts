import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { namingColumns } from '@/data/relations/references';
import type { Row } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import { readableColumnNames } from '@/data/rows/rows-api';
import { rejectionText } from '@/data/values/checks/rejection-text';
import { resumeWhenOnline } from '@/data/writes/batches/resume-online';
import type { ComputeChanges } from '@/data/writes/bulk/bulk.types';
import { bulkAccess, type ScopeSize, scopeSizeQuery } from '@/data/writes/bulk/bulk-access';
import { BulkJob, maxRememberedRows } from '@/data/writes/bulk/bulk-job';
import { type BulkScope, createBulkSource } from '@/data/writes/bulk/bulk-source';
import type { UndoStep } from '@/data/writes/history/history';
import type { ApiError } from '@/lib/api';
import { useSchema, useWorkspace } from '@/lib/session';
import { useChangeSession } from '@/table/change-session-context';
import { useUndo } from '@/table/changes/use-undo';
import { useTable } from '@/table/table-context';
import { formatRowCount } from './bulk-edit.utils';

export interface BulkPlan {
  scope: BulkScope;
  /** How many rows were named. */
  total: number;
  /** What to set in each; null deletes. */
  change: ComputeChanges | null;
  changedColumns: readonly string[];
}

export interface BulkOperation {
  size: ScopeSize | undefined;
  /** It isn't known how many rows there are, or that could not be asked. */
  isCounting: boolean;
  error: unknown;
  recount: () => void;
  /** How many there were when the person was asked, where there are more now. */
  previousCount: number | null;
  job: BulkJob | null;
  /** Takes the job back, whatever was changed since; what came of it is told. */
  undo: () => void;
  /** Counts again, and begins only if that is still what was named. */
  start: (plan: Omit<BulkPlan, 'scope' | 'total'>) => Promise<void>;
  /** Tries rows of the report again. */
  retry: (plan: BulkPlan) => void;
}

/** A bulk change of a scope, from naming its count to its report. */
export function useBulkOperation(scope: BulkScope): BulkOperation {
  const { table, edits } = useTable();
  const { history } = useChangeSession();
  const { undoChange } = useUndo(table);
  const schema = useSchema();
  const client = useQueryClient();
  const { maxRows } = useWorkspace().limits;
  const [job, setJob] = useState<BulkJob | null>(null);
  const step = useRef<UndoStep>({});
  const [previousCount, setOutgrown] = useState<number | null>(null);
  const query = scopeSizeQuery(table, scope);
  const size = useQuery({ ...query, enabled: job === null });
  useEffect(() => () => job?.cancel(), [job]);
  useEffect(() => (job ? resumeWhenOnline(job) : undefined), [job]);

  const start = async ({ scope: about, total, change, changedColumns }: BulkPlan) => {
    const deletes = change === null;
    // A deleted row is put back with all that is known of it.
    const whole = deletes && total <= maxRememberedRows;
    const columns = whole ? readableColumnNames(table) : namingColumns(table, changedColumns);
    const options = { table, access: bulkAccess, columns, changedColumns: changedColumns, maxRows };
    const source = createBulkSource(about, options);
    const describeError = (error: ApiError, values: Row) => {
      const { sentence, nextStep: advice } = rejectionText(error, { schema, table, values });
      return [sentence, advice].filter(Boolean).join(' ');
    };
    const next = new BulkJob({
      ...{ table, change, source, access: bulkAccess, columns, total, describeError },
      isOnline: () => navigator.onLine,
    });
    setJob(next);
    await next.run();
    const done = next.changes();
    const title = `${deletes ? 'Deleted' : 'Changed'} ${formatRowCount(table, done.length)}`;
    step.current = {};
    if (done.length > 0) edits.recordStep(title, done, step.current);
    await client.invalidateQueries({ queryKey: rowKeys.table(table) });
  };
  return {
    size: size.data,
    isCounting: size.isFetching,
    error: size.error,
    recount: () => void size.refetch(),
    previousCount,
    job,
    undo: () => void undoChange(history.snapshot().changes.find(({ id }) => id === step.current.changeId)),
    start: async (plan) => {
      const named = size.data?.count ?? 0;
      const { data } = await size.refetch();
      if (!data) return;
      if (data.count > named) setOutgrown(named);
      else void start({ ...plan, scope, total: data.count });
    },
    retry: (plan) => void start(plan),
  };
}
