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

export interface PlacesToCheckProps {
  /** The tables that the action changes. */
  touches: Action['touches'];
  record: CheckedRecord | undefined;
}

/** Links to the record and the tables that a call with an unknown outcome can have changed. */
export function PlacesToCheck({ touches, record }: PlacesToCheckProps) {
  const schema = useSchema();
  const places: ReactNode[] = [];
  if (record) {
    const { table, key, heading } = record;
    places.push(
      <Link key="row" href={hrefs.record(table.schema, table.name, formatRecord(key))} dir="auto">
        {heading}
      </Link>,
    );
  }
  for (const { schema: schemaName, table: name } of touches) {
    const table = findTable(schema, schemaName, name);
    if (!table || table === record?.table) continue;
    places.push(
      <Link key={`${schemaName}.${name}`} href={hrefs.table(schemaName, name)} dir="auto">
        {table.title}
      </Link>,
    );
  }
  if (places.length === 0) return actionsMessages.outcome.thePage;
  return places.flatMap((place, i) => (i === 0 ? [place] : [', ', place]));
}
