import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api';

/** The role of every signed-in user. It is not offered, because a view can be shared with everyone. */
const everyoneRole = 'authenticated';

/** Query for the database roles with which a view can be shared. */
export function viewRolesQuery() {
  return queryOptions({
    queryKey: ['view-roles'] as const,
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const { data } = await api.get<string[]>('/api/view-roles', { signal });
      return data.filter((role) => role !== everyoneRole);
    },
    staleTime: 5 * 60_000,
  });
}
