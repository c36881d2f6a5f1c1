import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { listIdentifyingColumns } from '@/data/relations/references';
import { listReadableNames } from '@/data/rows/readable-columns';
import type { Row } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import { formatRejection } from '@/data/values/checks/rejection-text';
import { resumeWhenOnline } from '@/data/writes/batches/resume-online';
import { rowAccess } from '@/data/writes/batches/row-access';
import type { ComputeChanges } from '@/data/writes/bulk/bulk.types';
import { BulkJob, maxRememberedRows } from '@/data/writes/bulk/bulk-job';
import { type ScopeSize, scopeSizeQuery } from '@/data/writes/bulk/bulk-queries';
import { type BulkScope, createBulkSource } from '@/data/writes/bulk/bulk-source';
import type { UndoStep } from '@/data/writes/history/change';
import type { ApiError } from '@/lib/api';
import { useSchema, useWorkspace } from '@/lib/auth/session';
import { formatErrorText } from '@/lib/errors/error-texts';
import { useChangeSession } from '@/table/change-session-context';
import { useUndo } from '@/table/changes/use-undo';
import { useTable } from '@/table/table-context';
import { bulkMessages } from './bulk-messages';
import { formatRecordCount } from './dialogs/bulk-edit.utils';

export interface BulkPlan {
  scope: BulkScope;
  /** The number of rows that the user confirmed. */
  total: number;
  /** Computes the changes of a row; null deletes the rows. */
  change: ComputeChanges | null;
  changedColumns: readonly string[];
}

export interface BulkOperation {
  size: ScopeSize | undefined;
  /** Whether the rows are being counted. */
  isCounting: boolean;
  error: unknown;
  recount: () => void;
  /** The count that the user confirmed, if more rows match now; otherwise null. */
  previousCount: number | null;
  job: BulkJob | null;
  /** Undoes the job as one step, also after later changes, and shows the result. */
  undo: () => void;
  /** Counts again, and starts only if no more rows match than the user confirmed. */
  start: (plan: Omit<BulkPlan, 'scope' | 'total'>) => Promise<void>;
  /** Starts a job for failed rows of the report. */
  retry: (plan: BulkPlan) => void;
}

/** Counts the rows of a scope, runs a bulk job on them, and records it as one change that can be undone. */
export function useBulkOperation(scope: BulkScope): BulkOperation {
  const { table, edits } = useTable();
  const { history } = useChangeSession();
  const { undoChange } = useUndo(table);
  const schema = useSchema();
  const client = useQueryClient();
  const { maxRows } = useWorkspace().limits;
  const [job, setJob] = useState<BulkJob | null>(null);
  const step = useRef<UndoStep>({});
  const [previousCount, setPreviousCount] = useState<number | null>(null);
  const query = scopeSizeQuery(table, scope);
  const size = useQuery({ ...query, enabled: job === null });
  useEffect(() => () => job?.cancel(), [job]);
  useEffect(() => (job ? resumeWhenOnline(job) : undefined), [job]);

  const run = async ({ scope: jobScope, total, change, changedColumns }: BulkPlan) => {
    const isDelete = change === null;
    // Undo restores deleted rows from all their readable columns.
    const needsAllColumns = isDelete && total <= maxRememberedRows;
    const columns = needsAllColumns
      ? listReadableNames(table)
      : listIdentifyingColumns(table, changedColumns);
    const options = { table, access: rowAccess, columns, changedColumns, maxRows };
    const source = createBulkSource(jobScope, options);
    const describeError = (error: ApiError, values: Row) =>
      formatErrorText(formatRejection(error, { schema, table, values }));
    const messages = bulkMessages.history;
    const formatTitle = isDelete ? messages.deleted : messages.changed;
    const ownStep: UndoStep = {};
    step.current = ownStep;
    const newJob = new BulkJob({
      ...{ table, change, source, columns, total, describeError },
      isOnline: () => navigator.onLine,
      onSaved: (changes) => {
        const part = messages.partOf(newJob.changes().length, formatRecordCount(table, total));
        edits.recordStep(formatTitle(part), changes, ownStep);
      },
    });
    setJob(newJob);
    await newJob.run();
    history.setTitle(ownStep.changeId, formatTitle(formatRecordCount(table, newJob.changes().length)));
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
      const confirmedCount = size.data?.count ?? 0;
      const { data } = await size.refetch();
      if (!data) return;
      if (data.count > confirmedCount) setPreviousCount(confirmedCount);
      else void run({ ...plan, scope, total: data.count });
    },
    retry: (plan) => void run(plan),
  };
}
