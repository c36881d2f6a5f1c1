import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Skeleton } from '@/components/feedback/skeleton';
import type { KeyValue } from '@/data/query/page-state/table-page-state';
import { excerptQuery } from '@/data/rows/excerpt-query';
import { addLoadedValue, formatValueURL, loadValue } from '@/data/rows/value-request';
import { getExcerpt, largeValueSize } from '@/data/values/large-values';
import type { Column, Excerpt, Table } from '@/lib/api.gen';
import { useWorkspace } from '@/lib/auth/session';
import { formatBytes } from '@/lib/text/format';
import { recordMessages } from '../record-messages';
import styles from './large-value.module.css';

const messages = recordMessages.largeValue;

export interface LargeValueProps {
  table: Table;
  recordKey: readonly KeyValue[];
  column: Column;
}

/** A value that the record lacks because its column has large values. Loads a small one, and shows the first part of a large one. */
export function LargeValue(props: LargeValueProps) {
  const { table, recordKey, column } = props;
  const { data, error, isPending, refetch } = useQuery(excerptQuery(table, recordKey, column.name));
  const { load, isLoading, loadError } = useLoadValue(props);
  const isNull = data === null;
  const isSmall = isNull || (data !== undefined && data.bytes <= largeValueSize);
  const client = useQueryClient();
  const loadSmall = useEffectEvent(() => {
    if (isNull) addLoadedValue(client, table, recordKey, column, null);
    else void load();
  });
  useEffect(() => {
    if (isSmall) loadSmall();
  }, [isSmall]);

  const problem = error ?? loadError;
  if (problem) {
    return (
      <ErrorNotice
        error={problem}
        title={messages.loadFailed}
        onRetry={() => void (error ? refetch() : load())}
      />
    );
  }
  if (isPending || isSmall || !data) return <Skeleton width="100%" height={72} />;
  return <FirstPart {...props} excerpt={data} isLoading={isLoading} onLoadAll={() => void load()} />;
}

/** Returns the function that adds the whole value to the record. */
function useLoadValue({ table, recordKey, column }: LargeValueProps) {
  const client = useQueryClient();
  const [isLoading, setLoading] = useState(false);
  const [loadError, setLoadError] = useState<unknown>();
  const load = async () => {
    setLoading(true);
    setLoadError(undefined);
    try {
      await loadValue(client, table, recordKey, column);
    } catch (error) {
      setLoadError(error);
    }
    setLoading(false);
  };
  return { load, isLoading, loadError };
}

interface FirstPartProps extends LargeValueProps {
  excerpt: Excerpt;
  isLoading: boolean;
  onLoadAll: () => void;
}

/** The first part of a large value, with its size. The whole value can be loaded or downloaded. */
function FirstPart({ table, recordKey, column, excerpt, isLoading, onLoadAll }: FirstPartProps) {
  const { limits } = useWorkspace();
  const canLoad = excerpt.bytes < limits.bodyBytes;
  return (
    <div className={styles.value}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the text */}
      <section className={styles.excerpt} dir="auto" tabIndex={0} aria-label={messages.excerpt(column.title)}>
        {getExcerpt(excerpt.text)}…
      </section>
      <div className={styles.actions}>
        <span className={styles.size}>{messages.size(formatBytes(excerpt.bytes))}</span>
        {canLoad && (
          <Button size="sm" pending={isLoading} onClick={onLoadAll}>
            {messages.loadAll}
          </Button>
        )}
        <Button
          size="sm"
          icon={<Download size={13} aria-hidden />}
          onClick={() => download(formatValueURL(table, recordKey, column.name))}
        >
          {messages.download}
        </Button>
      </div>
      {!canLoad && <span className={styles.size}>{messages.tooLargeToEdit}</span>}
    </div>
  );
}

/** Downloads the attachment at a URL. */
function download(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
