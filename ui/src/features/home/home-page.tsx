import { useQueries } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Skeleton } from '@/components/feedback/skeleton';
import { PageHeader } from '@/components/page-header';
import { findAssignedTables } from '@/data/follows/follow-queries';
import {
  buildAssignedRequest,
  buildChangedRequest,
  buildDueRequest,
  findChangedTables,
  findDueTables,
  type HomeRequest,
  homeRowsQuery,
  maxHomeRows,
} from '@/data/home/home-queries';
import { isHiddenByUser, usePersonalSettings } from '@/data/home/personal-store';
import { emptyTablePageState, formatTablePageState } from '@/data/query/page-state/table-page-state';
import type { Row } from '@/data/rows/row';
import { findDueRule } from '@/data/values/formats/due-dates';
import { formatKeyText, getRowKey } from '@/data/writes/batches/guards.utils';
import type { Table } from '@/lib/api.gen';
import { useSchema, useStorageId, useUser } from '@/lib/auth/session';
import { useDocumentTitle } from '@/lib/browser/use-document-title';
import { useZone } from '@/lib/browser/zone/use-zone';
import { hrefs } from '@/lib/routes';
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
          <Cards heading={messages.assigned} {...assigned} />
          <Cards heading={messages.due} {...due} rows={dueRows} />
          {tiles}
          <FavoriteLinks />
          <OpenedLinks />
          <Cards heading={messages.changes} rows={changedRows.slice(0, maxHomeRows)} showsChanges />
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
      request: buildAssignedRequest(each, user.id, now),
      rankBy: findDueRule(each.table)?.due.name,
    })),
  );
  const due = useTableRows(
    dueTables.map((each) => ({ request: buildDueRequest(each, now, zone), rankBy: each.rule.due.name })),
  );
  const changed = useTableRows(
    changedTables.map((each) => ({ request: buildChangedRequest(each, now), rankBy: each.changedAt.name })),
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

interface CardsProps {
  heading: string;
  rows: readonly HomeRow[];
  /** What was requested. The part ends with links to the requests that have more rows than it shows. */
  requests?: readonly HomeRequestResult[];
  /** Whether the cards show the time by which the part is sorted, as that of the last change. */
  showsChanges?: boolean;
}

function Cards({ heading, rows, requests = [], showsChanges = false }: CardsProps) {
  const cutTables = rows.slice(maxPartRows).map(({ table }) => table);
  const longer = requests.filter(({ request, hasMore }) => hasMore || cutTables.includes(request.table));
  if (rows.length === 0 && longer.length === 0) return null;
  return (
    <HomeSection heading={heading}>
      <ul className={styles.cards}>
        {rows.slice(0, maxPartRows).map(({ table, row, id, rank }) => (
          <HomeCard key={id} table={table} row={row} changedAt={showsChanges ? rank : undefined} />
        ))}
      </ul>
      {longer.length > 0 && (
        <ul className={styles.links}>
          {longer.map(({ request: { table, filters, order } }) => (
            <li key={`${table.schema}.${table.name}`}>
              <Link
                href={`${hrefs.table(table.schema, table.name)}?${formatTablePageState({ ...emptyTablePageState, filters, order })}`}
                className={styles.link}
              >
                <ArrowRight size={16} aria-hidden />
                <span className={styles.linkLabel} dir="auto">
                  {messages.showAll(table.title)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </HomeSection>
  );
}

interface HomeRequestResult {
  request: HomeRequest;
  /** Whether the backend has more rows than were returned. */
  hasMore: boolean;
}

interface TableRowsQuery {
  request: HomeRequest;
  rankBy: string | undefined;
}

/** Reads the rows of several tables. A table that the backend does not return is left out; its error is reported. */
function useTableRows(parts: readonly TableRowsQuery[]) {
  const results = useQueries({ queries: parts.map(({ request }) => homeRowsQuery(request)) });
  const rows = results.flatMap(({ data }, i): HomeRow[] => {
    const part = parts[i];
    if (!part || !data) return [];
    const { table } = part.request;
    return data.slice(0, maxHomeRows).flatMap((row) => {
      const key = getRowKey(table, row);
      if (!key) return [];
      const rank = part.rankBy === undefined ? '' : String(row[part.rankBy] ?? '');
      return [{ table, row, id: [table.schema, table.name, formatKeyText(key)].join(' '), rank }];
    });
  });
  const requests = parts.map(({ request }, i): HomeRequestResult => {
    return { request, hasMore: (results[i]?.data?.length ?? 0) > maxHomeRows };
  });
  return {
    rows,
    requests,
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
