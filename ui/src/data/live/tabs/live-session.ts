import type { QueryClient } from '@tanstack/react-query';
import type { ChangeSession } from '@/data/writes/history/change-session';
import type { Schema } from '@/lib/api.gen';
import { findTable } from '@/lib/find-table';
import { onConnectionChange } from '@/lib/requests/connection';
import type { LiveState } from '../live-state';
import { getLiveTableId, initialStatus } from '../live-status';
import { noPresence, type PageLocation } from '../presence/presence';
import { CountRefresher } from '../refresh/count-refresher';
import { refreshRegularly } from '../refresh/regular-refresh';
import { TableRefresher } from '../refresh/table-refresher';
import { listShownTables, watchTables } from '../watch-tables';
import { LiveTabs } from './live-tabs';

/** Milliseconds for which a page marks no new rows of a table after it inserted rows. */
const ownInsertTime = 4_000;

/** Milliseconds without a timer after which the device was asleep: the connection can be broken. */
const sleepTime = 90_000;
const sleepCheckInterval = 5_000;

/** Milliseconds without a location after which the page reports that it shows no table. */
const noLocationDelay = 2_000;

/** Milliseconds between two reads of tables without live updates, when the page gets the focus. */
const focusRefreshInterval = 5_000;

export interface LiveSessionOptions {
  client: QueryClient;
  live: LiveState;
  changes: ChangeSession;
  getSchema: () => Schema;
  userId: string;
  /** Identifies user and backend: tabs with the same scope share a connection. */
  scope: string;
}

/** Starts live updates for the tables that the page shows. Returns the function that ends them. */
export function startLiveSession(options: LiveSessionOptions): () => void {
  const { client, live, changes, getSchema, userId, scope } = options;
  const refresher = new TableRefresher({
    ...{ client, live },
    findTable: (schema, name) => findTable(getSchema(), schema, name),
    isOwnEdit: (table, rowKey, column) => changes.edits(table).cellStatus(rowKey, column) !== undefined,
    hasOwnInserts: (table) => {
      const last = changes.history.snapshot().changes.find((change) => change.table.name === table.name);
      return last !== undefined && Date.now() - last.at < ownInsertTime;
    },
  });
  const counts = new CountRefresher({
    client,
    findCounted: (table) =>
      live.counted.snapshot().find((each) => getLiveTableId(each) === getLiveTableId(table)),
  });
  const tabs = new LiveTabs({
    name: `tableside:live:${scope}`,
    url: `${window.location.origin.replace(/^http/, 'ws')}/api/realtime`,
    userId,
    onChange: (table) => {
      refresher.refresh(table);
      counts.refresh(table);
    },
    onStatus: (status) => live.status.set(status),
    onPresence: (presence) => live.presence.set(presence),
    onChannel: (name, update) => live.channels.dispatch(name, update),
  });
  live.channels.setSender((name, event, payload) => tabs.send(name, event, payload));
  const ends = [
    watchTables(client, getSchema, live.counted, (tables) => tabs.setContent({ tables })),
    watchLocation(live, (location) => tabs.setContent({ location })),
    live.channels.subscribe(() => tabs.setContent({ channels: live.channels.snapshot() })),
    refreshOnFocus(options, refresher),
    refreshRegularly(() => {
      for (const table of listShownTables(client, getSchema())) if (table.live) refresher.refresh(table);
    }),
    watchSleep(() => tabs.reconnect()),
    onConnectionChange(({ state }) => void (state === 'online' && tabs.retry())),
    onNetworkChange({ onOffline: () => tabs.reconnect(), onOnline: () => tabs.retry() }),
  ];
  tabs.setContent({ channels: live.channels.snapshot() });
  return () => {
    for (const end of ends) end();
    live.channels.setSender(undefined);
    tabs.close();
    refresher.close();
    counts.close();
    live.status.set(initialStatus);
    live.presence.set(noPresence);
  };
}

/** Calls the function with the location of this page, now and when it changes. Between two tables, there is none for a moment. */
function watchLocation(
  { presence: { location } }: LiveState,
  onChange: (now: PageLocation | undefined) => void,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const report = () => {
    clearTimeout(timer);
    const now = location.snapshot();
    if (now) onChange(now);
    else timer = setTimeout(() => onChange(undefined), noLocationDelay);
  };
  report();
  const unsubscribe = location.subscribe(report);
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

/** Reads the tables without live updates again when the page gets the focus. */
function refreshOnFocus({ client, live, getSchema }: LiveSessionOptions, refresher: TableRefresher) {
  let refreshedAt = Date.now();
  const refresh = () => {
    if (document.hidden || Date.now() - refreshedAt < focusRefreshInterval) return;
    refreshedAt = Date.now();
    const { connection, channels } = live.status.snapshot();
    for (const table of listShownTables(client, getSchema())) {
      const isLive = connection === 'open' && channels[getLiveTableId(table)] === 'joined';
      if (!isLive) refresher.refresh(table);
    }
  };
  window.addEventListener('focus', refresh);
  document.addEventListener('visibilitychange', refresh);
  return () => {
    window.removeEventListener('focus', refresh);
    document.removeEventListener('visibilitychange', refresh);
  };
}

/** Calls the function after the device was asleep. */
function watchSleep(onWake: () => void): () => void {
  let checkedAt = Date.now();
  const check = () => {
    const now = Date.now();
    // The browser runs the timers of hidden pages once a minute.
    if (now - checkedAt > sleepTime && !document.hidden) onWake();
    checkedAt = now;
  };
  const timer = setInterval(check, sleepCheckInterval);
  document.addEventListener('visibilitychange', check);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
  };
}

/** Calls the functions when the network is lost and back: a websocket notices that late. */
function onNetworkChange({ onOffline, onOnline }: Record<'onOffline' | 'onOnline', () => void>): () => void {
  window.addEventListener('offline', onOffline);
  window.addEventListener('online', onOnline);
  return () => {
    window.removeEventListener('offline', onOffline);
    window.removeEventListener('online', onOnline);
  };
}
