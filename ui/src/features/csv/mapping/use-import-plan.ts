import { useState } from 'react';
import type { Table } from '@/lib/api.gen';
import type { FileSummary, ImportPlan, TableAccess } from '../csv.types';
import { useSameValues } from '../same-values/use-same-values';
import { guessMappings } from './mapping.utils';
import { type FindReferenceTarget, guessMatchColumns } from './referenced-keys.utils';

export interface ImportPlanOptions {
  table: Table;
  summary: FileSummary;
  access: TableAccess;
  findTarget: FindReferenceTarget;
  /** The plan of the last file with the same columns. */
  previousPlan: ImportPlan | undefined;
}

/**
 * Returns the plan of an import, a function that changes it, and the values that all rows get. The first plan is
 * that of the last file with the same columns, or a guess from the file.
 */
export function useImportPlan({ table, summary, access, findTarget, previousPlan }: ImportPlanOptions) {
  const [chosen, setPlan] = useState<ImportPlan>(
    () =>
      previousPlan ?? {
        mappings: guessMatchColumns(
          table,
          guessMappings(table, summary.columnNames),
          summary.previewRows,
          access,
          findTarget,
        ),
        emptyCellMeaning: summary.emptyStrings === 'certain' ? 'quoted' : 'null',
        keyColumns: [],
        keepsFormulaEscapes: false,
        decimalSeparator: summary.decimalSeparator,
      },
  );
  const change = (changes: Partial<ImportPlan>) =>
    setPlan((current) => {
      const next = { ...current, ...changes };
      // Rows can be updated only by a key whose columns are all written.
      const isRemoved = (name: string) =>
        !isMapped(next, name) && (isMapped(current, name) || isCleared(next, name));
      return next.keyColumns.some(isRemoved) ? { ...next, keyColumns: [] } : next;
    });
  const sameValues = useSameValues(table, chosen);
  const plan: ImportPlan = { ...chosen, sameValues: sameValues.json };
  return { plan, changePlan: change, sameValues };
}

function isMapped({ mappings }: ImportPlan, name: string): boolean {
  return mappings.some(({ column }) => column === name);
}

/** Whether the user removed the value that all rows get in a column. */
function isCleared({ entered = {} }: ImportPlan, name: string): boolean {
  return Object.hasOwn(entered, name) && (entered[name] ?? null) === null;
}
