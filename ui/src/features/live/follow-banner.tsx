import { Eye } from 'lucide-react';
import { use, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { useBrowserLocation, useSearch } from 'wouter/use-browser-location';
import { Button } from '@/components/controls/button';
import { Avatar } from '@/components/marks/avatar';
import { toast } from '@/components/overlays/toast';
import type { Followed } from '@/data/live/follow';
import { LiveContext } from '@/data/live/live-state';
import { useSchema } from '@/lib/auth/session';
import { findTable } from '@/lib/find-table';
import { hashHue } from '@/lib/text/hue';
import styles from './follow-banner.module.css';
import { findFollowed, followHref, formatTableHref, identifyPage } from './follow-target';
import { liveMessages } from './live-messages';

const messages = liveMessages.follow;

/** Milliseconds without the followed user after which following ends: they reload the page, or a connection is lost. */
const absenceDelay = 8_000;

/** Navigates with another user, and names them. Ends with a button, and when the user navigates or types. */
export function FollowBanner({ followed }: { followed: Followed }) {
  const { follow, presence } = use(LiveContext);
  const filters = useSyncExternalStore(presence.subscribe, () => {
    const table = presence.location.snapshot();
    const target = table && findFollowed(presence.snapshot(), table, followed);
    return target?.kind === 'here' ? target.location.filters : 0;
  });
  useFollow(followed);
  return (
    <div className={styles.banner} role="status" data-hue={hashHue(followed.user.name)}>
      <Eye size={14} aria-hidden />
      <Avatar name={followed.user.name} url={followed.user.avatarUrl} size="sm" decorative />
      <span className={styles.text}>
        <b dir="auto">{messages.following(followed.user.name)}</b>{' '}
        {filters > 0 && messages.hiddenFilters(filters)}
      </span>
      <Button size="sm" onClick={() => follow.stop()}>
        {messages.stop}
      </Button>
    </div>
  );
}

/** Navigates to the page of the followed user when it changes. */
function useFollow(followed: Followed): void {
  const { follow, presence } = use(LiveContext);
  const schema = useSchema();
  const [path, navigate] = useBrowserLocation();
  const search = useSearch();
  const page = identifyPage(path, search);
  const expectedPage = useRef(page);
  useEffect(() => {
    if (page !== expectedPage.current) follow.stop();
  }, [page, follow]);

  const goTo = useEffectEvent((href: string) => {
    const target = identifyPage(...splitHref(href));
    if (target === expectedPage.current) return;
    if (isTyping()) {
      follow.stop();
      return;
    }
    expectedPage.current = target;
    navigate(href);
  });
  const end = useEffectEvent(() => {
    toast.info(messages.left(followed.user.name));
    follow.stop();
  });
  // A reload gives the followed tab another id.
  const tab = useRef(followed.tab);
  const update = useEffectEvent(() => {
    const table = presence.location.snapshot();
    const target = table && findFollowed(presence.snapshot(), table, { ...followed, tab: tab.current });
    if (!target || target.kind === 'absent') return false;
    if (target.kind === 'here') {
      tab.current = target.location.tab;
      goTo(followHref(table, window.location.search, target.location));
    } else if (findTable(schema, target.next.schema, target.next.name)) goTo(formatTableHref(target.next));
    return true;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      const isPresent = update();
      if (isPresent) clearTimeout(timer);
      timer = isPresent ? undefined : (timer ?? setTimeout(end, absenceDelay));
    };
    check();
    const unsubscribes = [presence.subscribe(check), presence.location.subscribe(check)];
    return () => {
      clearTimeout(timer);
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }, [presence]);
}

function splitHref(href: string): [path: string, search: string] {
  const [path = '', search = ''] = href.split('?', 2);
  return [path, search];
}

/** Whether the focus is in a field: a navigation would take away what the user types. */
function isTyping(): boolean {
  const focused = document.activeElement;
  return (
    focused instanceof HTMLElement && focused.matches('input, textarea, select, [contenteditable="true"]')
  );
}
