import { useQueries } from '@tanstack/react-query';
import { use, useEffect, useMemo } from 'react';
import type { Follow } from '@/data/follows/follow';
import { followDigestQuery } from '@/data/follows/follow-queries';
import type { Follows } from '@/data/follows/use-follows';
import { viewHref } from '@/data/saved-views/saved-views.utils';
import { useSchema } from '@/lib/auth/session';
import { findTable } from '@/lib/find-table';
import { hrefs } from '@/lib/routes';
import { ChangeSessionContext } from '@/table/change-session-context';
import { useFilterContext } from '@/table/filters/use-filter-context';
import type { NotificationItem } from './notification-items';
import { notificationsMessages as messages } from './notifications-messages';
import { recordOf, type ShownPage } from './use-shown-page';

/** Milliseconds after a change by this page in which the change of a follow counts as its own. */
const ownChangeTime = 8_000;

/** Returns notifications of followed records and views that others changed, and the function that marks them as seen. */
export function useUnreadFollows({ follows, setSeen }: Follows, page: ShownPage) {
  const schema = useSchema();
  const context = useFilterContext();
  const changes = use(ChangeSessionContext);
  const found = useMemo(
    () =>
      follows.flatMap((follow) => {
        const table = findTable(schema, follow.schema, follow.table);
        return table ? [{ follow, table }] : [];
      }),
    [schema, follows],
  );
  const digests = useQueries({
    queries: found.map(({ follow, table }) => followDigestQuery(table, follow, context)),
    combine: (results) => results.map(({ data }) => data),
  });
  useEffect(() => {
    const last = changes?.history.snapshot().changes;
    for (const [i, { follow }] of found.entries()) {
      const digest = digests[i];
      if (digest === undefined || digest === follow.seen) continue;
      const isOwn = last?.some(
        ({ table, at }) => table.name === follow.table && Date.now() - at < ownChangeTime,
      );
      if (follow.seen === undefined || page.shows(follow) || isOwn) setSeen(follow.id, digest);
    }
  }, [found, digests, setSeen, page, changes]);
  return useMemo(() => {
    const unread = found.flatMap(({ follow }, i) => {
      const digest = digests[i];
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
  }, [found, digests, setSeen, page]);
}

/** Returns the page of a follow. */
export function followHref(follow: Follow): string {
  const record = recordOf(follow.query);
  return record === undefined ? viewHref(follow) : hrefs.record(follow.schema, follow.table, record);
}
