import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/components/controls/button';
import { EmptyState } from '@/components/feedback/empty-state';
import { Field } from '@/components/fields/field';
import { Textarea } from '@/components/fields/textarea';
import type { Table } from '@/lib/api.gen';
import { mediaQueries, useMediaQuery } from '@/lib/browser/theme/use-media-query';
import { csvMessages } from '../csv-messages';
import styles from './import-page.module.css';
import { createPastedFile } from './pasted-rows';

const messages = csvMessages.page;

export interface FileChooserProps {
  table: Table;
  onFile: (file: File) => void;
}

/** First step of an import: asks for a file or pasted rows. */
export function FileChooser({ table, onFile }: FileChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  const isTouch = useMediaQuery(mediaQueries.touch);
  return (
    <EmptyState
      icon={<FileUp aria-hidden />}
      title={isTouch ? messages.chooseFileFor(table.title) : messages.dropFile(table.title)}
      action={
        <div>
          <Button variant="primary" onClick={() => input.current?.click()}>
            {messages.chooseFile}
          </Button>
          <PasteField onFile={onFile} />
        </div>
      }
    >
      {messages.reviewFirst}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={messages.fileInput}
        accept=".xlsx,.csv,.tsv,.txt,text/csv,text/tab-separated-values"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onFile(file);
        }}
      />
    </EmptyState>
  );
}

/**
 * Accepts rows that were copied in a spreadsheet, which are lines with tabs, and reads them at once. Text that is typed, or
 * that a keyboard inserts without a paste, is read with a button.
 */
function PasteField({ onFile }: Pick<FileChooserProps, 'onFile'>) {
  const [text, setText] = useState('');
  const read = (rows: string) => onFile(createPastedFile(rows, messages.pastedName));
  return (
    <div className={styles.paste}>
      <Field label={messages.pasteLabel}>
        <Textarea
          value={text}
          rows={2}
          placeholder={messages.pasteHint}
          onChange={(event) => setText(event.target.value)}
          onPaste={(event) => {
            const [file] = event.clipboardData.files;
            const pasted = event.clipboardData.getData('text/plain');
            // Added to the typed text.
            if (text !== '' && pasted !== '') return;
            event.preventDefault();
            if (pasted !== '') read(pasted);
            else if (file) onFile(file);
          }}
        />
      </Field>
      {text.trim() !== '' && <Button onClick={() => read(text)}>{messages.readPasted}</Button>}
    </div>
  );
}
