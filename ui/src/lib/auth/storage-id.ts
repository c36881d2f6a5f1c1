import type { User, Workspace } from '@/lib/api.gen';

/**
 * Returns the id under which the browser stores what belongs to the user of a session, such as favorites. A session in which
 * the user is viewed by another one has its own, so that it does not change what the user sees in this browser.
 */
export function getStorageId({ id }: Pick<User, 'id'>, { viewAs }: Pick<Workspace, 'viewAs'>): string {
  return viewAs.status === 'active' ? `${id}.viewed-by.${viewAs.byId}` : id;
}
