import { viewsTableName } from './project-views';
import type { SavedView } from './saved-views.utils';

/**
 * The table to which saved views belong that are dashboards: the table of views itself. So a dashboard is saved, limited
 * and shared like a view, also with a table of views that an earlier version installed.
 */
export const dashboardScope = viewsTableName;

/** Whether a saved view is a dashboard. Its query contains tiles. */
export function isDashboardView({ schema, table }: Pick<SavedView, 'schema' | 'table'>): boolean {
  return schema === dashboardScope.schema && table === dashboardScope.name;
}
