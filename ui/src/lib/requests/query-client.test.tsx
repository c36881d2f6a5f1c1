import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '@/lib/api';
import { createQueryClient } from './query-client';

const rejections = [
  ['an error of the database that cannot change', 500, '55000', 1],
  ['a lost connection of the database', 503, '08006', 6],
  ['a statement that took too long', 500, '57014', 2],
] as const;

function Rows({ load }: { load: () => Promise<string> }) {
  const { error } = useQuery({ queryKey: ['rows'], queryFn: load, retryDelay: 0 });
  return <p>{error?.message ?? 'Loading'}</p>;
}

test.each(rejections)(
  'a page sends the request of its prefetch again only if it can succeed: %s',
  async (...rejection) => {
    const [, status, code, count] = rejection;
    const client = createQueryClient();
    const body = { code, message: 'rejected', details: '', hint: '', status, requestId: '' };
    const load = vi.fn(() => Promise.reject(new ApiError(body)));
    await client.prefetchQuery({ queryKey: ['rows'], queryFn: load, retryDelay: 0 });
    render(
      <QueryClientProvider client={client}>
        <Rows load={load} />
      </QueryClientProvider>,
    );
    await screen.findByText('rejected');
    expect(load).toHaveBeenCalledTimes(count);
  },
);
