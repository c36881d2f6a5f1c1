import { type ReactNode, useCallback } from 'react';
import type { TablePageState } from '@/data/query/page-state/table-page-state';
import type { Row } from '@/data/rows/row';
import { formatRejection } from '@/data/values/checks/rejection-text';
import type { ApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { ErrorTextContext } from '@/lib/errors/error-text-context';
import { formatFilterError } from '@/table/filters/filter-error-text';

export interface TableErrorTextProviderProps {
  table: Table;
  /** The row to which the errors refer, if there is one. */
  values?: Row | undefined;
  /** The state of the table's page, if the errors can be those of its requests for rows. */
  state?: TablePageState | undefined;
  children: ReactNode;
}

/** Describes the errors inside with the names of a table and its columns. */
export function TableErrorTextProvider({ table, values, state, children }: TableErrorTextProviderProps) {
  const schema = useSchema();
  const explain = useCallback(
    (error: ApiError) =>
      (state && formatFilterError(error, table, state)) ?? formatRejection(error, { schema, table, values }),
    [schema, table, values, state],
  );
  return <ErrorTextContext value={explain}>{children}</ErrorTextContext>;
}
