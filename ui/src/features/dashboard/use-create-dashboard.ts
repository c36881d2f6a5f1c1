import { useMutation } from '@tanstack/react-query';
import { formatTiles, type Tile } from '@/data/dashboards/tile';
import { dashboardScope } from '@/data/saved-views/dashboard-scope';
import { normalizeName, type SavedView } from '@/data/saved-views/saved-views.utils';
import { useViewStorage } from '@/data/saved-views/use-saved-views';
import { createUUID } from '@/lib/text/create-uuid';

/** Creates a dashboard with a name and tiles. The result is its id. `ownViews` are the views that store the user's dashboards. */
export function useCreateDashboard(ownViews: readonly SavedView[]) {
  const { create, canSaveToProject } = useViewStorage(ownViews);
  const mutation = useMutation({
    mutationFn: async ({ name, tiles }: { name: string; tiles: readonly Tile[] }) => {
      const id = createUUID();
      const { schema, name: table } = dashboardScope;
      await create({ id, schema, table, name: normalizeName(name), query: formatTiles(tiles) });
      return id;
    },
  });
  return { ...mutation, canSaveToProject };
}
