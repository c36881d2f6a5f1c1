import { type ReactNode, useCallback } from 'react';
import type { ApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import { ExplainContext } from '@/lib/explain';
import { useSchema } from '@/lib/session';
import type { Row } from '../../api/row';
import { refusalText } from '../../values/refusal.utils';

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
