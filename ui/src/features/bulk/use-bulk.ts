import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { namingColumns } from '@/data/relations/references';
import { rowKeys } from '@/data/rows/keys';
import type { Row } from '@/data/rows/row';
import { readableColumns } from '@/data/rows/rows';
import { refusalText } from '@/data/values/checks/refusal.utils';
import { resumedOnline } from '@/data/writes/batches/resume-online';
import type { ChangeOf } from '@/data/writes/bulk/bulk.types';
import { bulkAccess, type ScopeSize, scopeSizeQuery } from '@/data/writes/bulk/bulk-access';
import { BulkJob, mostRemembered } from '@/data/writes/bulk/bulk-job';
import { type BulkScope, sourceOf } from '@/data/writes/bulk/bulk-source';
import type { Step } from '@/data/writes/history/history';
import type { ApiError } from '@/lib/api';
import { useSchema, useWorkspace } from '@/lib/session';
import { useUndo } from '@/table/changes/use-undo';
import { useTable } from '@/table/table-context';
import { useVisit } from '@/table/visit-context';
import { countInWords } from './bulk-edit.utils';

export interface BulkPlan {
  scope: BulkScope;
  /** How many rows were named. */
  total: number;
  /** What to set in each; null deletes. */
  change: ChangeOf | null;
  changed: readonly string[];
}

export interface Bulk {
  size: ScopeSize | undefined;
  /** It isn't known how many rows there are, or that could not be asked. */
  counting: boolean;
  error: unknown;
  recount: () => void;
  /** How many there were when the person was asked, where there are more now. */
  outgrown: number | null;
  job: BulkJob | null;
  /** Takes the job back, whatever was changed since; what came of it is told. */
  undo: () => void;
  /** Counts again, and begins only if that is still what was named. */
  begin: (plan: Omit<BulkPlan, 'scope' | 'total'>) => Promise<void>;
  /** Tries rows of the report again. */
  again: (plan: BulkPlan) => void;
}

/** A bulk change of a scope, from naming its count to its report. */
export function useBulk(scope: BulkScope): Bulk {
  const { table, edits } = useTable();
  const { history } = useVisit();
  const { undoChange } = useUndo(table);
  const schema = useSchema();
  const client = useQueryClient();
  const { maxRows } = useWorkspace().limits;
  const [job, setJob] = useState<BulkJob | null>(null);
  const step = useRef<Step>({});
  const [outgrown, setOutgrown] = useState<number | null>(null);
  const query = scopeSizeQuery(table, scope);
  const size = useQuery({ ...query, enabled: job === null });
  useEffect(() => () => job?.cancel(), [job]);
  useEffect(() => (job ? resumedOnline(job) : undefined), [job]);

  const start = async ({ scope: about, total, change, changed }: BulkPlan) => {
    const deletes = change === null;
    // A deleted row is put back with all that is known of it.
    const whole = deletes && total <= mostRemembered;
    const columns = whole ? readableColumns(table) : namingColumns(table, changed);
    const options = { table, access: bulkAccess, columns, changed, maxRows };
    const source = sourceOf(about, options);
    const reasonOf = (error: ApiError, values: Row) => {
      const { sentence, next: advice } = refusalText(error, { schema, table, values });
      return [sentence, advice].filter(Boolean).join(' ');
    };
    const next = new BulkJob({
      ...{ table, change, source, access: bulkAccess, columns, total, reasonOf },
      online: () => navigator.onLine,
    });
    setJob(next);
    await next.run();
    const done = next.changes();
    const title = `${deletes ? 'Deleted' : 'Changed'} ${countInWords(table, done.length)}`;
    step.current = {};
    if (done.length > 0) edits.record(title, done, step.current);
    await client.invalidateQueries({ queryKey: rowKeys.table(table) });
  };
  return {
    size: size.data,
    counting: size.isFetching,
    error: size.error,
    recount: () => void size.refetch(),
    outgrown,
    job,
    undo: () => void undoChange(history.snapshot().changes.find(({ id }) => id === step.current.change)),
    begin: async (plan) => {
      const named = size.data?.count ?? 0;
      const { data } = await size.refetch();
      if (!data) return;
      if (data.count > named) setOutgrown(named);
      else void start({ ...plan, scope, total: data.count });
    },
    again: (plan) => void start(plan),
  };
}
