import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api';
import type { Bucket } from '@/lib/api.gen';

const bucketsKey = ['buckets'] as const;

/** GET /api/buckets: the buckets that the signed-in user can read. */
export function bucketsQuery() {
  return queryOptions({
    queryKey: bucketsKey,
    queryFn: async ({ signal }) => (await api.get<Bucket[]>('/api/buckets', { signal })).data,
    staleTime: 5 * 60_000,
  });
}
