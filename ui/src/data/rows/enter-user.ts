import { isAccountColumn, refersToAccounts } from '@/data/relations/account-table';
import { findRelation } from '@/data/relations/references';
import { toSnakeCase } from '@/data/titles/name-words';
import { isRequired, toEnteredValue } from '@/data/values/checks/check-value';
import type { Column, Schema, Table } from '@/lib/api.gen';
import type { EnteredFields } from './record-form.utils';

/** Names of required columns with the user who writes a row, such as recorded_by. A user_id can be a customer or a member. */
const writerName = /(^|_)(by(_user)?|author|creator|uploader|reporter|sender)(_id)?$/;

/** Names of columns with the user who writes a row that are entered even if they are optional: not approved_by. */
const optionalWriterName =
  /(^|_)((created|recorded|added|entered|inserted|submitted|posted|uploaded)_by(_user)?|author|creator)(_id)?$/;

/**
 * Returns the id of the current user for the columns of a new row that a policy compares with auth.uid(), and for columns
 * without a default that name the user who writes it: most policies accept no other user there.
 */
export function enterUser(
  schema: Schema,
  table: Table,
  columns: readonly Column[],
  userId: string,
): EnteredFields {
  const isUser = (column: Column) =>
    column.owner ||
    (column.kind === 'uuid' &&
      column.default === null &&
      (isRequired(column) ? writerName : optionalWriterName).test(toSnakeCase(column.name)) &&
      isAccount(schema, table, column));
  return Object.fromEntries(
    columns.filter(isUser).map((column) => [column.name, toEnteredValue(column, userId, 'local')]),
  );
}

/** Whether a column refers to auth.users, or to the table that describes the accounts. */
function isAccount(schema: Schema, table: Table, { name }: Column): boolean {
  const relation = findRelation(schema, table, name);
  return relation
    ? isAccountColumn(relation.target, relation.key.refColumns[0] ?? '')
    : refersToAccounts(table, name);
}
