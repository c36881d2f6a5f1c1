import type { Relation } from '@/data/relations/references';
import { isTenantColumn } from '@/data/relations/tenant';
import type { Row } from '@/data/rows/row';
import { toSnakeCase } from '@/data/titles/name-words';
import { findTitleRule } from '@/data/titles/title-columns';
import type { Column } from '@/lib/api.gen';

type Relations = ReadonlyMap<string, Relation>;

const noRelations: Relations = new Map();

const statusName = /^(status|state|stage|phase)$/i;
const statusSuffix = /(_(status|state|stage|phase)|[a-z](Status|State|Stage|Phase))$/;

/** Names, in snake case, of parts of an address: in their tables, `state` is one too. */
const addressName = /(^|_)(city|town|zip|(zip|post|postal)_?code|country)$/;

/** Maximum length of a text that a chip shows. */
const maxChipLength = 40;

/** Returns the rank of a column as a status by its name; 2 for other columns. */
const rankStatus = ({ name }: Column) => (statusName.test(name) ? 0 : statusSuffix.test(name) ? 1 : 2);

/** Returns enum columns with the status first: a priority or a kind shows less about the position of a row in a process. */
export function putStatusFirst(columns: readonly Column[]): Column[] {
  return columns.toSorted((a, b) => rankStatus(a) - rankStatus(b));
}

/**
 * Returns the columns that contain a status by their names, but are texts without listed values, such as `stage text`. The state of an
 * address and a reference are not.
 */
export function listStatusTexts(columns: readonly Column[], relations = noRelations): Column[] {
  const hasAddress = columns.some(({ name }) => addressName.test(toSnakeCase(name)));
  const texts = columns.filter(
    (column) =>
      column.kind === 'text' &&
      /^(text|varchar)$/.test(column.base) &&
      !column.array &&
      !relations.has(column.name) &&
      rankStatus(column) < 2 &&
      !(hasAddress && /state$/i.test(column.name)),
  );
  return putStatusFirst(texts);
}

/** Returns the column of `listStatusTexts` that a chip can show for a row: its value is a short text. */
export function findStatusText(
  columns: readonly Column[],
  row: Row,
  relations: Relations,
): Column | undefined {
  return listStatusTexts(columns, relations).find(({ name }) => {
    const value = row[name];
    return (
      typeof value === 'string' && value !== '' && value.length <= maxChipLength && !/[\r\n]/.test(value)
    );
  });
}

/**
 * Returns the enum column with the status of a row, found by its tags or name, otherwise a text by its name; undefined if none has a
 * value. Kinds, units and priorities are not statuses.
 */
export function findStatusColumn(
  columns: readonly Column[],
  row: Row,
  relations: Relations,
): Column | undefined {
  const isStatus = (column: Column) =>
    column.done !== undefined || column.transitions !== undefined || rankStatus(column) < 2;
  const states = columns.filter(
    (column) => column.kind === 'enum' && !column.array && row[column.name] && isStatus(column),
  );
  return putStatusFirst(states)[0] ?? findStatusText(columns, row, relations);
}

/**
 * Whether a card shows a reference as its most important field, such as an order's customer: its rows have a title other than
 * their key, and it is not the tenant.
 */
export function isLeadRelation(column: Column, { target }: Relation): boolean {
  const [title] = findTitleRule(target).columns;
  return title !== undefined && !target.primaryKey.includes(title.name) && !isTenantColumn(column);
}
