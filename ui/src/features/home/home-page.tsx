import { useQueries } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Skeleton } from '@/components/feedback/skeleton';
import { PageHeader } from '@/components/page-header';
import { findAssignedTables } from '@/data/follows/follow-queries';
import {
  assignedHomeRowsQuery,
  changedRowsQuery,
  dueRowsQuery,
  findChangedTables,
  findDueTables,
  maxHomeRows,
} from '@/data/home/home-queries';
import { isHiddenByUser, usePersonalSettings } from '@/data/home/personal-store';
import type { Row } from '@/data/rows/row';
import { findDueRule } from '@/data/values/formats/due-dates';
import { formatKeyText, getRowKey } from '@/data/writes/batches/guards.utils';
import type { Table } from '@/lib/api.gen';
import { useSchema, useStorageId, useUser } from '@/lib/auth/session';
import { useDocumentTitle } from '@/lib/browser/use-document-title';
import { useZone } from '@/lib/browser/zone/use-zone';
import { HomeCard } from './home-card';
import { FavoriteLinks, OpenedLinks, TableLinks } from './home-links';
import { homeMessages as messages } from './home-messages';
import styles from './home-page.module.css';
import { HomeSection } from './home-section';

/** A row of a part of the page, with the value by which the part is sorted. */
interface HomeRow {
  table: Table;
  row: Row;
  id: string;
  rank: string;
}

/** Maximum number of rows of a part. */
const maxPartRows = 12;

/**
 * The start of the day: the user's records, what is late, their tiles, and what they opened last. Parts without content
 * are not shown.
 */
export function HomePage({ tiles }: { tiles: ReactNode }) {
  const [now] = useState(() => new Date());
  useDocumentTitle(messages.title);
  const { assigned, due, changed } = useHomeRows(now);
  const assignedIds = new Set(assigned.rows.map(({ id }) => id));
  const dueRows = sortRows(due.rows.filter(({ id }) => !assignedIds.has(id)));
  const changedRows = sortRows(changed.rows).toReversed();
  const isEmpty = assigned.rows.length + dueRows.length === 0;
  const error = assigned.error ?? due.error ?? changed.error;
  return (
    <>
      <PageHeader title={messages.title} />
      <div className={styles.page}>
        <div className={styles.content}>
          {error && (
            <ErrorNotice
              error={error}
              onRetry={() => {
                for (const part of [assigned, due, changed]) part.retry();
              }}
            />
          )}
          {isEmpty && (assigned.isPending || due.isPending) && <LoadingCards />}
          <Cards heading={messages.assigned} rows={assigned.rows} />
          <Cards heading={messages.due} rows={dueRows} />
          {tiles}
          <FavoriteLinks />
          <OpenedLinks />
          <Cards heading={messages.changes} rows={changedRows.slice(0, maxHomeRows)} isCompact />
          <TableLinks />
        </div>
      </div>
    </>
  );
}

/** Reads the rows that are assigned to the user, that are due, and that have changed lately, of the tables that the user does not hide. */
function useHomeRows(now: Date) {
  const schema = useSchema();
  const user = useUser();
  const zone = useZone();
  const { favorites, hidden } = usePersonalSettings(useStorageId());
  const { assignedTables, dueTables, changedTables } = useMemo(() => {
    const isShown = (table: Table) => !isHiddenByUser({ favorites, hidden }, table);
    return {
      assignedTables: findAssignedTables(schema, isShown),
      dueTables: findDueTables(schema, isShown),
      changedTables: findChangedTables(schema, isShown),
    };
  }, [schema, favorites, hidden]);
  const assigned = useTableRows(
    assignedTables.map((each) => ({
      table: each.table,
      query: assignedHomeRowsQuery(each, user.id),
      rankBy: findDueRule(each.table)?.due.name,
    })),
  );
  const due = useTableRows(
    dueTables.map((each) => ({
      table: each.table,
      query: dueRowsQuery(each, now, zone),
      rankBy: each.rule.due.name,
    })),
  );
  const changed = useTableRows(
    changedTables.map((each) => ({
      table: each.table,
      query: changedRowsQuery(each, now),
      rankBy: each.changedAt.name,
    })),
  );
  return { assigned, due, changed };
}

function LoadingCards() {
  return (
    <div className={styles.cards} role="status" aria-busy="true" aria-label={messages.loading}>
      {[1, 2, 3].map((card) => (
        <div key={card} className={styles.placeholder}>
          <Skeleton width="55%" height={12} />
          <Skeleton width="80%" height={10} />
        </div>
      ))}
    </div>
  );
}

function Cards({
  heading,
  rows,
  isCompact = false,
}: {
  heading: string;
  rows: readonly HomeRow[];
  isCompact?: boolean;
}) {
  if (rows.length === 0) return null;
  return (
    <HomeSection heading={heading}>
      <ul className={styles.cards}>
        {rows.slice(0, maxPartRows).map(({ table, row, id }) => (
          <HomeCard key={id} table={table} row={row} isCompact={isCompact} />
        ))}
      </ul>
    </HomeSection>
  );
}

interface TableRowsQuery {
  table: Table;
  query: ReturnType<typeof changedRowsQuery>;
  rankBy: string | undefined;
}

/** Reads the rows of several tables. A table that the backend does not return is left out; its error is reported. */
function useTableRows(parts: readonly TableRowsQuery[]) {
  const results = useQueries({ queries: parts.map(({ query }) => query) });
  const rows = results.flatMap(({ data }, i): HomeRow[] => {
    const part = parts[i];
    if (!part || !data) return [];
    return data.flatMap((row) => {
      const key = getRowKey(part.table, row);
      if (!key) return [];
      const { schema, name } = part.table;
      const rank = part.rankBy === undefined ? '' : String(row[part.rankBy] ?? '');
      return [{ table: part.table, row, id: [schema, name, formatKeyText(key)].join(' '), rank }];
    });
  });
  return {
    rows,
    isPending: results.some(({ isPending }) => isPending),
    error: results.find(({ error, data }) => error && !data)?.error ?? null,
    retry: () => {
      for (const { error, refetch } of results) if (error) void refetch();
    },
  };
}

function sortRows(rows: readonly HomeRow[]): HomeRow[] {
  return rows.toSorted((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0));
}
