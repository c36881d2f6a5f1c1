import type { Relation } from '@/data/relations/references';
import { isTenantName } from '@/data/relations/tenant';
import { findTitleRule } from '@/data/titles/title-columns';
import type { Column } from '@/lib/api.gen';

const statusName = /^(status|state|stage|phase)$/i;
const statusSuffix = /(_(status|state|stage|phase)|[a-z](Status|State|Stage|Phase))$/;

/** Returns enum columns with the status first: a priority or a kind shows less about the position of a row in a process. */
export function putStatusFirst(columns: readonly Column[]): Column[] {
  const rank = ({ name }: Column) => (statusName.test(name) ? 0 : statusSuffix.test(name) ? 1 : 2);
  return columns.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * Whether a card shows a reference as its most important field, such as an order's customer: its rows have a title other than
 * their key, and it is not the tenant.
 */
export function isLeadRelation(column: Column, { target }: Relation): boolean {
  const [title] = findTitleRule(target).columns;
  return title !== undefined && !target.primaryKey.includes(title.name) && !isTenantName(column.name);
}
