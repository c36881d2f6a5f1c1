import { type ReactNode, useCallback } from 'react';
import type { Row } from '@/data/rows/row';
import { formatRejection } from '@/data/values/checks/rejection-text';
import type { ApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { ErrorTextContext } from '@/lib/errors/error-text-context';

export interface TableErrorTextProviderProps {
  table: Table;
  /** The row to which the errors refer, if there is one. */
  values?: Row | undefined;
  children: ReactNode;
}

/** Describes the errors inside with the names of a table and its columns. */
export function TableErrorTextProvider({ table, values, children }: TableErrorTextProviderProps) {
  const schema = useSchema();
  const explain = useCallback(
    (error: ApiError) => formatRejection(error, { schema, table, values }),
    [schema, table, values],
  );
  return <ErrorTextContext value={explain}>{children}</ErrorTextContext>;
}
