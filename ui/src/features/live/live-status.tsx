import { Radio, RefreshCw, Unplug } from 'lucide-react';
import { type ReactNode, use, useSyncExternalStore } from 'react';
import { CopyButton } from '@/components/controls/copy-button';
import { Popover } from '@/components/overlays/popover';
import { LiveContext } from '@/data/live/live-state';
import { getLiveTableId, type LiveStatus as Status } from '@/data/live/live-status';
import type { Table } from '@/lib/api.gen';
import { useTable } from '@/table/table-context';
import { liveMessages as messages } from './live-messages';
import styles from './live-status.module.css';

/** Whether the rows on the page are up to date. */
type TableLiveState = 'live' | 'starting' | 'reconnecting' | 'rejected' | 'disconnected' | 'noSource';

/** The part of the status bar that states whether the rows are updated live; otherwise since when or why not. */
export function LiveStatus() {
  const { table } = useTable();
  const { status } = use(LiveContext);
  const current = useSyncExternalStore(status.subscribe, status.snapshot);
  const state = tableState(table, current);
  const lostAt = current.lostAt === undefined ? undefined : new Date(current.lostAt);
  switch (state) {
    case 'starting':
      return null;
    case 'live':
      return (
        <span className={styles.live} title={messages.liveHint} data-state={state}>
          <span className={styles.dot} aria-hidden /> {messages.live}
        </span>
      );
    case 'reconnecting':
      return (
        <span className={styles.reconnecting} role="status" data-state={state}>
          <RefreshCw size={12} aria-hidden /> {messages.reconnecting(lostAt ?? new Date())}
        </span>
      );
    default:
      return <NotLive table={table} state={state} />;
  }
}

function tableState(table: Table, { connection, lostAt, channels }: Status): TableLiveState {
  if (!table.live) return 'noSource';
  if (connection === 'off') return lostAt === undefined ? 'starting' : 'disconnected';
  const channel = channels[getLiveTableId(table)];
  if (channel === 'failed') return 'rejected';
  if (connection === 'open') return channel === 'joined' ? 'live' : 'starting';
  return lostAt === undefined ? 'starting' : 'reconnecting';
}

function NotLive({ table, state }: { table: Table; state: TableLiveState }) {
  const isView = table.kind !== 'table' && table.kind !== 'partitioned table';
  return (
    <Popover
      side="top"
      align="end"
      className={styles.popover}
      aria-label={messages.notLive}
      trigger={
        <button type="button" className={styles.notLive} data-state={state}>
          <Unplug size={12} aria-hidden /> {messages.notLive}
        </button>
      }
    >
      <p className={styles.title}>
        <Radio size={14} aria-hidden /> {messages.notLiveHint}
      </p>
      {state === 'rejected' && <Note>{messages.rejected}</Note>}
      {state === 'disconnected' && <Note>{messages.noConnection}</Note>}
      {state === 'noSource' && (isView ? <Note>{messages.viewHint}</Note> : <Statement table={table} />)}
    </Popover>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className={styles.note}>{children}</p>;
}

function Statement({ table }: { table: Table }) {
  const sql = `alter publication supabase_realtime add table ${quote(table.schema)}.${quote(table.name)};`;
  return (
    <>
      <Note>{messages.ownerHint}</Note>
      <code className={styles.statement}>{sql}</code>
      <CopyButton text={sql}>{messages.copyStatement}</CopyButton>
    </>
  );
}

/** Quotes an identifier of SQL where necessary. */
function quote(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
