import { useMemo } from 'react';
import { Button } from '@/components/controls/button';
import { describeValueFile, getByteSize, getExcerpt, maxEditableLength } from '@/data/values/large-values';
import type { Column, Table } from '@/lib/api.gen';
import { formatBytes } from '@/lib/text/format';
import { recordMessages } from '../record-messages';
import styles from './large-value.module.css';

const messages = recordMessages.largeValue;

export interface LargeValueProps {
  table: Table;
  column: Column;
  text: string;
  /** Shows the whole value in an input; undefined if the column can't be changed. */
  onLoadAll?: (() => void) | undefined;
}

/** The first part of a value that is too large for the form, with its size. The whole value can be loaded or downloaded. */
export function LargeValue({ table, column, text, onLoadAll }: LargeValueProps) {
  const size = useMemo(() => formatBytes(getByteSize(text)), [text]);
  const isEditable = onLoadAll !== undefined && text.length <= maxEditableLength;
  return (
    <div className={styles.value}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the text */}
      <section className={styles.excerpt} dir="auto" tabIndex={0} aria-label={messages.excerpt(column.title)}>
        {getExcerpt(text)}…
      </section>
      <div className={styles.actions}>
        <span className={styles.size}>{messages.size(size)}</span>
        {isEditable && (
          <Button size="sm" onClick={onLoadAll}>
            {messages.loadAll}
          </Button>
        )}
        <Button size="sm" onClick={() => download(table, column, text)}>
          {messages.download}
        </Button>
      </div>
      {onLoadAll && !isEditable && <span className={styles.size}>{messages.tooLargeToEdit}</span>}
    </div>
  );
}

/** Saves a value as a file. */
function download(table: Table, column: Column, text: string): void {
  const { name, type } = describeValueFile(table.name, column);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
