import { useState } from 'react';
import type { Table } from '@/lib/api.gen';
import type { FileSummary, ImportPlan, TableAccess } from '../csv.types';
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
 * Returns the plan of an import and a function that changes it. The first plan is
 * that of the last file with the same columns, or a guess from the file.
 */
export function useImportPlan({ table, summary, access, findTarget, previousPlan }: ImportPlanOptions) {
  const [plan, setPlan] = useState<ImportPlan>(
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
      const isMapped = (name: string) => next.mappings.some(({ column }) => column === name);
      // Rows can be updated only by a key whose columns are all mapped.
      return next.keyColumns.every(isMapped) ? next : { ...next, keyColumns: [] };
    });
  return [plan, change] as const;
}
