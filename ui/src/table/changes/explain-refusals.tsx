import { type ReactNode, useCallback } from 'react';
import type { Row } from '@/data/rows/row';
import { refusalText } from '@/data/values/checks/refusal.utils';
import type { ApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import { ExplainContext } from '@/lib/errors/explain';
import { useSchema } from '@/lib/session';

export interface ExplainRefusalsProps {
  table: Table;
  /** The row that it is about, where it is one. */
  values?: Row | undefined;
  children: ReactNode;
}

/** Errors inside are told in the words of a table. */
export function ExplainRefusals({ table, values, children }: ExplainRefusalsProps) {
  const schema = useSchema();
  const explain = useCallback(
    (error: ApiError) => refusalText(error, { schema, table, values }),
    [schema, table, values],
  );
  return <ExplainContext value={explain}>{children}</ExplainContext>;
}
