import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatRecord, type KeyValue } from '@/data/query/page-state/table-page-state';
import type { Action, Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { findTable } from '@/lib/find-table';
import { hrefs } from '@/lib/routes';
import { actionsMessages } from '../actions-messages';

/** The record that a call was about. */
export interface CheckedRecord {
  table: Table;
  key: readonly KeyValue[];
  heading: string;
}

export interface CheckLinksProps {
  /** The tables that the action changes. */
  touches: Action['touches'];
  record: CheckedRecord | undefined;
}

/** Links to the record and the tables that a call with an unknown outcome can have changed. */
export function CheckLinks({ touches, record }: CheckLinksProps) {
  const schema = useSchema();
  const links: ReactNode[] = [];
  if (record) {
    const { table, key, heading } = record;
    links.push(
      <Link key="row" href={hrefs.record(table.schema, table.name, formatRecord(key))} dir="auto">
        {heading}
      </Link>,
    );
  }
  for (const { schema: schemaName, table: name } of touches) {
    const table = findTable(schema, schemaName, name);
    if (!table || table === record?.table) continue;
    links.push(
      <Link key={`${schemaName}.${name}`} href={hrefs.table(schemaName, name)} dir="auto">
        {table.title}
      </Link>,
    );
  }
  if (links.length === 0) return actionsMessages.outcome.thePage;
  return links.flatMap((link, i) => (i === 0 ? [link] : [', ', link]));
}
