import { ArrowDown, Download, Eraser, Pause, Play, Search, SearchX } from 'lucide-react';
import { useDeferredValue, useState, useSyncExternalStore } from 'react';
import { Button } from '@/components/controls/button';
import { IconButton } from '@/components/controls/icon-button';
import { EmptyState } from '@/components/feedback/empty-state';
import { Input } from '@/components/fields/input';
import { type ChannelLog, filterEntries, formatLog, type LogEntry } from '@/data/channels/channel-log';
import { formatClock } from '@/lib/text/format';
import { channelsMessages } from '../channels-messages';
import styles from './message-log.module.css';
import { useFollowEnd } from './use-follow-end';

const messages = channelsMessages.log;

/** The messages of a channel, with a filter, and actions that pause, save and clear them. */
export function MessageLog({ log, name }: { log: ChannelLog; name: string }) {
  const { entries, discarded } = useSyncExternalStore(log.subscribe, log.snapshot);
  const [filter, setFilter] = useState('');
  const shown = filterEntries(entries, useDeferredValue(filter));
  const { ref, isAtEnd, scrollToEnd } = useFollowEnd(shown.at(-1)?.id);
  return (
    <>
      <div className={styles.tools}>
        <Input
          type="search"
          className={styles.filter}
          aria-label={messages.filter}
          placeholder={messages.filter}
          start={<Search size={14} aria-hidden />}
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
        <LogActions log={log} name={name} shown={shown} />
      </div>
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section ref={ref} className={styles.messages} aria-label={messages.label} tabIndex={0}>
        {discarded > 0 && <p className={styles.note}>{messages.discarded(discarded)}</p>}
        {shown.length > 0 ? (
          <div role="log">
            <ol>
              {shown.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ol>
          </div>
        ) : entries.length > 0 ? (
          <EmptyState
            icon={<SearchX aria-hidden />}
            title={messages.noMatch}
            action={<Button onClick={() => setFilter('')}>{messages.clearFilter}</Button>}
          />
        ) : (
          <EmptyState title={messages.empty}>{messages.emptyHint}</EmptyState>
        )}
        {!isAtEnd && (
          <button type="button" className={styles.newest} onClick={scrollToEnd}>
            <ArrowDown size={13} aria-hidden /> {messages.newest}
          </button>
        )}
      </section>
    </>
  );
}

interface LogActionsProps {
  log: ChannelLog;
  /** The name of the channel. */
  name: string;
  /** The entries that match the filter. */
  shown: readonly LogEntry[];
}

/** The buttons that pause, save and clear the log. */
function LogActions({ log, name, shown }: LogActionsProps) {
  const { entries, isPaused, waiting } = useSyncExternalStore(log.subscribe, log.snapshot);
  return (
    <>
      <Button
        size="sm"
        aria-pressed={isPaused}
        icon={isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
        onClick={() => log.setPaused(!isPaused)}
      >
        {isPaused ? messages.resume(waiting) : messages.pause}
      </Button>
      <IconButton
        label={messages.save}
        icon={<Download aria-hidden />}
        disabled={shown.length === 0}
        onClick={() => saveLog(name, shown)}
      />
      <IconButton
        label={messages.clear}
        icon={<Eraser aria-hidden />}
        disabled={entries.length === 0}
        onClick={() => log.clear()}
      />
    </>
  );
}

function Entry({ entry: { kind, at, event, text } }: { entry: LogEntry }) {
  if (kind === 'gap') return <li className={styles.gap}>{messages.gap}</li>;
  return (
    <li className={styles.entry} data-kind={kind}>
      <time className={styles.time} dateTime={new Date(at).toISOString()}>
        {formatClock(new Date(at))}
      </time>
      <span className={styles.kind}>{messages.kinds[kind]}</span>
      <code className={styles.event}>{event}</code>
      <pre className={styles.text} dir="auto">
        {text}
      </pre>
    </li>
  );
}

/** Downloads the entries as JSON lines. */
function saveLog(channel: string, entries: readonly LogEntry[]): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([formatLog(entries)], { type: 'application/jsonl' }));
  link.download = messages.fileName(channel);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
