import { useQueries } from '@tanstack/react-query';
import { use, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Follow } from '@/data/follows/follow';
import { comparedRows, followedRowsQuery } from '@/data/follows/follow-queries';
import { areOwnChanges } from '@/data/follows/own-changes';
import type { Follows } from '@/data/follows/use-follows';
import type { Row } from '@/data/rows/row';
import { formatViewHref } from '@/data/saved-views/saved-views.utils';
import type { Change } from '@/data/writes/history/change';
import { useSchema } from '@/lib/auth/session';
import { findTable } from '@/lib/find-table';
import { hrefs } from '@/lib/routes';
import { ChangeSessionContext } from '@/table/change-session-context';
import { useFilterContext } from '@/table/filters/use-filter-context';
import type { NotificationItem } from './notification-items';
import { notificationsMessages as messages } from './notifications-messages';
import { recordOf, type ShownPage } from './use-shown-page';

/** Returns notifications of followed records and views that others changed, and the function that marks them as seen. */
export function useUnreadFollows({ follows, setSeen }: Follows, page: ShownPage) {
  const schema = useSchema();
  const context = useFilterContext();
  const ownChanges = useOwnChanges();
  const found = useMemo(
    () =>
      follows.flatMap((follow) => {
        const table = findTable(schema, follow.schema, follow.table);
        return table ? [{ follow, table }] : [];
      }),
    [schema, follows],
  );
  const followed = useQueries({
    queries: found.map(({ follow, table }) => followedRowsQuery(table, follow, context)),
    combine: (results) => results.map(({ data }) => data),
  });
  // The rows when the user saw them last, by the id of the follow, to compare them with the changes of this page.
  const seenRows = useRef(new Map<string, readonly Row[]>());
  useEffect(() => {
    for (const [i, { follow, table }] of found.entries()) {
      const data = followed[i];
      if (!data) continue;
      const seen = seenRows.current.get(follow.id);
      const isSeen =
        follow.seen === undefined ||
        follow.seen === data.digest ||
        page.shows(follow) ||
        (seen !== undefined && areOwnChanges(table, [seen, data.rows], ownChanges, comparedRows));
      if (!isSeen) continue;
      seenRows.current.set(follow.id, data.rows);
      if (follow.seen !== data.digest) setSeen(follow.id, data.digest);
    }
  }, [found, followed, setSeen, page, ownChanges]);
  return useMemo(() => {
    const unread = found.flatMap(({ follow }, i) => {
      const digest = followed[i]?.digest;
      const isUnread = follow.seen !== undefined && digest !== undefined && digest !== follow.seen;
      return isUnread && !page.shows(follow) ? [{ follow, digest }] : [];
    });
    return {
      items: unread.map(({ follow, digest }): NotificationItem => {
        return {
          id: `change ${follow.id} ${digest}`,
          kind: 'change',
          text: messages.changed(follow.title),
          href: followHref(follow),
        };
      }),
      markRead: () => {
        for (const { follow, digest } of unread) setSeen(follow.id, digest);
      },
    };
  }, [found, followed, setSeen, page]);
}

const noChanges: readonly Change[] = [];
const neverChanges = () => () => {};

/** Returns the saved changes of this page. */
function useOwnChanges(): readonly Change[] {
  const history = use(ChangeSessionContext)?.history;
  return useSyncExternalStore(
    history?.subscribe ?? neverChanges,
    () => history?.snapshot().changes ?? noChanges,
  );
}

/** Returns the page of a follow. */
export function followHref(follow: Follow): string {
  const record = recordOf(follow.query);
  return record === undefined ? formatViewHref(follow) : hrefs.record(follow.schema, follow.table, record);
}
