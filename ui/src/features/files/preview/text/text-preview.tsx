import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/controls/button';
import { EmptyState } from '@/components/feedback/empty-state';
import type { FileEntry } from '@/lib/api.gen';
import { parseJSON } from '@/lib/text/json';
import { MarkdownText } from '@/table/markdown/markdown-text';
import { FileIcon } from '../../browser/thumbnails/file-icon';
import { filesMessages } from '../../files-messages';
import type { TextKind } from '../preview-kind.utils';
import { LoadingSpinner, PreviewError } from '../preview-state';
import { CSVTable } from './csv-table';
import { ImportMenu } from './import-menu';
import { JSONPreview } from './json-preview';
import { maxTextBytes, type TextPart, textPartBytes, textPartsQuery } from './parts/text-parts';
import { SourceText } from './source-text';
import styles from './text-preview.module.css';

const messages = filesMessages.preview;

/** The formatted view of each kind of text. The others have only the view `source`. */
const formattedViews = { csv: 'table', markdown: 'document', json: 'tree' } as const;

/** Size of the parts in which JSON and Markdown are loaded, in bytes: a first part of them can't be formatted. */
const wholeTextBytes = 2 * 1024 * 1024;

export interface TextPreviewProps {
  bucket: string;
  entry: FileEntry;
  kind: TextKind;
}

/** Shows the start of a text file, formatted or as its source, and loads further parts on demand. */
export function TextPreview({ bucket, entry, kind }: TextPreviewProps) {
  const partBytes = kind === 'json' || kind === 'markdown' ? wholeTextBytes : textPartBytes;
  const text = useInfiniteQuery(textPartsQuery(bucket, entry, partBytes));
  const formatted = kind in formattedViews ? formattedViews[kind as keyof typeof formattedViews] : null;
  const [view, setView] = useState<'formatted' | 'source'>('formatted');
  if (text.isPending) return <LoadingSpinner />;
  if (text.isError && !text.data) return <PreviewError query={text} />;
  const parts = text.data.pages;
  if (parts.length === 1 && parts[0]?.text === '') {
    return <EmptyState icon={<FileIcon entry={entry} />} title={messages.noContent} />;
  }
  const isFormatted = formatted !== null && view === 'formatted';
  return (
    <div className={styles.frame}>
      {formatted && (
        <div className={styles.bar}>
          <ViewSwitch
            formatted={messages.views[formatted]}
            isFormatted={isFormatted}
            onChange={(next) => setView(next ? 'formatted' : 'source')}
          />
          {kind === 'csv' && <ImportMenu bucket={bucket} entry={entry} />}
        </div>
      )}
      <TextContent
        kind={isFormatted ? kind : kind === 'plain' ? 'plain' : 'code'}
        parts={parts}
        isComplete={!text.hasNextPage}
      />
      {text.isFetchNextPageError && <PreviewError query={text} />}
      <TextEnd
        last={parts.at(-1)}
        isLoading={text.isFetchingNextPage}
        onMore={text.hasNextPage ? () => void text.fetchNextPage() : undefined}
      />
    </div>
  );
}

interface TextContentProps {
  kind: TextKind;
  parts: readonly TextPart[];
  /** No further part can be loaded. */
  isComplete: boolean;
}

function TextContent({ kind, parts, isComplete }: TextContentProps) {
  const isWhole = isComplete && parts.at(-1)?.end === parts.at(-1)?.total;
  switch (kind) {
    case 'csv':
      return <CSVTable text={joinParts(parts)} isWhole={isWhole} />;
    case 'markdown':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
        <div className={styles.document} data-scroll tabIndex={0}>
          <MarkdownText text={joinParts(parts)} isDocument />
        </div>
      );
    case 'json':
      return <JSONPreview parts={parts} isWhole={isWhole} parse={parseJSON} />;
    default:
      return <SourceText parts={parts} isCode={kind === 'code'} />;
  }
}

function joinParts(parts: readonly TextPart[]): string {
  return parts.map((part) => part.text).join('');
}

interface ViewSwitchProps {
  /** Name of the formatted view. */
  formatted: string;
  isFormatted: boolean;
  onChange: (isFormatted: boolean) => void;
}

function ViewSwitch({ formatted, isFormatted, onChange }: ViewSwitchProps) {
  return (
    <fieldset className={styles.views} aria-label={messages.view}>
      <button type="button" aria-pressed={isFormatted} onClick={() => onChange(true)}>
        {formatted}
      </button>
      <button type="button" aria-pressed={!isFormatted} onClick={() => onChange(false)}>
        {messages.views.source}
      </button>
    </fieldset>
  );
}

interface TextEndProps {
  last: TextPart | undefined;
  isLoading: boolean;
  /** Loads the next part; undefined if there is none, or if the preview shows no more. */
  onMore: (() => void) | undefined;
}

/** Shows how much of a text is loaded. Nothing if it is all. */
function TextEnd({ last, isLoading, onMore }: TextEndProps) {
  if (!last || last.end >= last.total) return null;
  return (
    <div className={styles.end}>
      <span role="status">
        {messages.shownBytes(Math.min(last.end, maxTextBytes), last.total)}
        {onMore ? '' : `. ${messages.endOfPreview}`}
      </span>
      {onMore && (
        <Button size="sm" pending={isLoading} onClick={onMore}>
          {messages.loadMore}
        </Button>
      )}
    </div>
  );
}
