import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { expect, it } from 'vitest';
import { SessionContext } from '@/lib/auth/session';
import { makeBaseTable, session } from '@/testing/api-fixtures';
import { rowCountQuery } from './row-count-query';
import { useKnownRowCount } from './use-known-row-count';

const table = makeBaseTable('orders', { estimatedRows: 40 });

it('returns the estimate of the schema until a view has read the count', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(
      QueryClientProvider,
      { client },
      createElement(SessionContext, { value: session }, children),
    );
  const { result } = renderHook(() => useKnownRowCount(table), { wrapper });
  expect(result.current).toEqual({ count: 40, exact: false });

  const { queryKey } = rowCountQuery(table, [], 'estimated');
  client.setQueryData(queryKey, 41);
  await waitFor(() => expect(result.current).toEqual({ count: 41, exact: true }));
  client.setQueryData(queryKey, 1_200_000);
  await waitFor(() => expect(result.current).toEqual({ count: 1_200_000, exact: false }));
  client.setQueryData(queryKey, 1_400);
  await waitFor(() => expect(result.current).toEqual({ count: 1_400, exact: false }));
  client.setQueryData(rowCountQuery(table, []).queryKey, 6_000);
  await waitFor(() => expect(result.current).toEqual({ count: 6_000, exact: true }));
});
