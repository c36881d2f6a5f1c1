import { type ReactNode, useCallback } from 'react';
import type { Row } from '@/data/rows/row';
import { rejectionText } from '@/data/values/checks/rejection-text';
import type { ApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import { ErrorTextContext } from '@/lib/errors/error-text-context';
import { useSchema } from '@/lib/session';

export interface TableErrorTextProviderProps {
  table: Table;
  /** The row that it is about, where it is one. */
  values?: Row | undefined;
  children: ReactNode;
}

/** Errors inside are told in the words of a table. */
export function TableErrorTextProvider({ table, values, children }: TableErrorTextProviderProps) {
  const schema = useSchema();
  const explain = useCallback(
    (error: ApiError) => rejectionText(error, { schema, table, values }),
    [schema, table, values],
  );
  return <ErrorTextContext value={explain}>{children}</ErrorTextContext>;
}
