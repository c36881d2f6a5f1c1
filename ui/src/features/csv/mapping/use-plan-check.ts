import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import type { Table } from '@/lib/api.gen';
import type {
  CheckResult,
  FileSource,
  FileSummary,
  ImportPlan,
  ReadOptions,
  TableAccess,
} from '../csv.types';
import { type FindReferenceTarget, findReferencedKeys } from './referenced-keys.utils';

export interface PlanCheckOptions {
  table: Table;
  plan: ImportPlan;
  source: FileSource;
  access: TableAccess;
  summary: FileSummary;
  readOptions: ReadOptions;
  findTarget: FindReferenceTarget;
}

export interface PlanCheck {
  /** The result for the current plan; undefined until it is known. */
  result: CheckResult | undefined;
  isChecking: boolean;
  /** Why the check could not be done. */
  error: Error | null;
  retry: () => void;
  /** Replaces a cell of the file and checks all rows again. */
  correct: (row: number, sourceIndex: number, text: string) => Promise<void>;
  /** Returns the result for the current plan. Checks again if the source has checked a different plan since. */
  ensureChecked: () => Promise<CheckResult>;
}

/** Checks the rows of the file whenever the plan changes. */
export function usePlanCheck(options: PlanCheckOptions): PlanCheck {
  const { table, plan, source, access, summary, readOptions, findTarget } = options;
  const { sameValues = {} } = plan;
  const serializedPlan = JSON.stringify(plan);
  // The plan that the source checked last. A check with slow look-ups can end after the check of a newer plan.
  const lastCheckedPlan = useRef('');
  const check = async (): Promise<CheckResult> => {
    const references = await findReferencedKeys(table, plan.mappings, source, access, findTarget);
    lastCheckedPlan.current = serializedPlan;
    return source.check(table, plan, references);
  };
  const query = useQuery({
    // The rows are checked again only when other columns get the same value, not at each key press.
    queryKey: [
      'csv',
      useId(),
      'check',
      { ...plan, entered: undefined, sameValues: Object.keys(sameValues) },
      readOptions,
    ],
    queryFn: check,
    enabled: plan.mappings.length > 0 && summary.rowCount > 0,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return {
    result: query.data,
    isChecking: query.isFetching,
    error: query.error,
    retry: () => void query.refetch(),
    correct: async (row, sourceIndex, text) => {
      await source.setCell(row, sourceIndex, text);
      await query.refetch();
    },
    ensureChecked: async () =>
      lastCheckedPlan.current === serializedPlan && query.data ? query.data : check(),
  };
}
