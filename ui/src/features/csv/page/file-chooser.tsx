import { FileUp } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '@/components/controls/button';
import { EmptyState } from '@/components/feedback/empty-state';
import type { Table } from '@/lib/api.gen';
import { mediaQueries, useMediaQuery } from '@/lib/browser/theme/use-media-query';
import { csvMessages } from '../csv-messages';

const messages = csvMessages.page;

export interface FileChooserProps {
  table: Table;
  onFile: (file: File) => void;
}

/** First step of an import: asks for a file. */
export function FileChooser({ table, onFile }: FileChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  const isTouch = useMediaQuery(mediaQueries.touch);
  return (
    <EmptyState
      icon={<FileUp aria-hidden />}
      title={isTouch ? messages.chooseFileFor(table.title) : messages.dropFile(table.title)}
      action={
        <Button variant="primary" onClick={() => input.current?.click()}>
          {messages.chooseFile}
        </Button>
      }
    >
      {messages.reviewFirst}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={messages.fileInput}
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onFile(file);
        }}
      />
    </EmptyState>
  );
}
