import { useQuery } from '@tanstack/react-query';
import { Bookmark, FileText, Star } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { Button } from '@/components/controls/button';
import { Skeleton } from '@/components/feedback/skeleton';
import { getPersonalTableId, type OpenedRecord, usePersonalSettings } from '@/data/home/personal-store';
import { useKnownRowCount } from '@/data/paging/counts/use-known-row-count';
import { parseTablePageState } from '@/data/query/page-state/table-page-state';
import { sortTables } from '@/data/relations/join-table';
import { referenceQuery } from '@/data/relations/references';
import { formatViewHref } from '@/data/saved-views/saved-views.utils';
import { useSavedViews } from '@/data/saved-views/use-saved-views';
import { getRowHeading } from '@/data/titles/row-titles';
import type { Table } from '@/lib/api.gen';
import { useSchema, useStorageId } from '@/lib/auth/session';
import { findTable } from '@/lib/find-table';
import { hrefs } from '@/lib/routes';
import { formatCompactCount } from '@/lib/text/format';
import { TableIcon } from '@/table/table-icon';
import { homeMessages as messages } from './home-messages';
import styles from './home-page.module.css';
import { HomeSection } from './home-section';

/** Maximum number of records that the user opened last. */
const maxOpened = 8;

interface HomeLinkProps {
  href: string;
  icon: ReactNode;
  label: ReactNode;
  note?: string | undefined;
}

function HomeLink({ href, icon, label, note }: HomeLinkProps) {
  return (
    <li>
      <Link href={href} className={styles.link}>
        {icon}
        <span className={styles.linkLabel} dir="auto">
          {label}
        </span>
        {note && (
          <small className={styles.linkNote} dir="auto">
            {note}
          </small>
        )}
      </Link>
    </li>
  );
}

/** The user's favorite tables and their own saved views. */
export function FavoriteLinks() {
  const schema = useSchema();
  const { favorites } = usePersonalSettings(useStorageId());
  const { ownViews } = useSavedViews();
  const tables = favorites.flatMap(
    (id) => schema.tables.find((table) => getPersonalTableId(table) === id && table.privileges.select) ?? [],
  );
  const views = ownViews.filter((view) => findTable(schema, view.schema, view.table));
  if (tables.length + views.length === 0) return null;
  return (
    <HomeSection heading={messages.favorites}>
      <ul className={styles.links}>
        {tables.map((table) => (
          <HomeLink
            key={getPersonalTableId(table)}
            href={hrefs.table(table.schema, table.name)}
            icon={<Star size={16} aria-hidden />}
            label={table.title}
          />
        ))}
        {views.map((view) => (
          <HomeLink
            key={view.id}
            href={formatViewHref(view)}
            icon={<Bookmark size={16} aria-hidden />}
            label={view.name}
            note={findTable(schema, view.schema, view.table)?.title}
          />
        ))}
      </ul>
    </HomeSection>
  );
}

/** The records that the user opened last, as far as they still exist and the user can read them. */
export function OpenedLinks() {
  const schema = useSchema();
  const { opened } = usePersonalSettings(useStorageId());
  const known = opened.flatMap((each) => {
    const table = findTable(schema, each.schema, each.table);
    return table?.privileges.select ? [{ ...each, table }] : [];
  });
  if (known.length === 0) return null;
  return (
    <HomeSection heading={messages.opened}>
      <ul className={styles.links}>
        {known.slice(0, maxOpened).map((each) => (
          <OpenedLink key={`${each.schema} ${each.table.name} ${each.record}`} {...each} />
        ))}
      </ul>
    </HomeSection>
  );
}

function OpenedLink({ table, record }: Omit<OpenedRecord, 'table'> & { table: Table }) {
  const key = parseTablePageState(`record=${encodeURIComponent(record)}`).record;
  const isKey = Array.isArray(key);
  const { data, isPending } = useQuery({ ...referenceQuery(table, isKey ? key : []), enabled: isKey });
  if (!isKey || data === null) return null;
  return (
    <HomeLink
      href={hrefs.record(table.schema, table.name, record)}
      icon={<FileText size={16} aria-hidden />}
      label={isPending || !data ? <Skeleton width={120} height={10} /> : getRowHeading(table, data.row)}
      note={table.title}
    />
  );
}

/** All tables that the user can read. On a phone, the sidebar with these links is closed. */
export function TableLinks() {
  const schema = useSchema();
  const { hidden } = usePersonalSettings(useStorageId());
  const tables = sortTables(
    schema.tables
      .filter((table) => table.privileges.select && !('hidden' in table.tags))
      .filter((table) => !hidden.includes(getPersonalTableId(table))),
  );
  const [showsAll, setShowsAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  // The button disappears, so the first of the added links gets the focus.
  useEffect(() => {
    if (showsAll) list.current?.children[maxTableLinks]?.querySelector('a')?.focus();
  }, [showsAll]);
  const shown = showsAll ? tables : tables.slice(0, maxTableLinks);
  return (
    <HomeSection heading={messages.tables}>
      <ul ref={list} className={styles.links}>
        {shown.map((table) => (
          <TableHomeLink key={getPersonalTableId(table)} table={table} />
        ))}
      </ul>
      {shown.length < tables.length && (
        <div>
          <Button onClick={() => setShowsAll(true)}>{messages.showAllTables(tables.length)}</Button>
        </div>
      )}
    </HomeSection>
  );
}

/** Number of links to tables before the user shows all. */
const maxTableLinks = 24;

function TableHomeLink({ table }: { table: Table }) {
  const count = useKnownRowCount(table);
  return (
    <HomeLink
      href={hrefs.table(table.schema, table.name)}
      icon={<TableIcon table={table} />}
      label={table.title}
      note={count && formatCompactCount(count)}
    />
  );
}
