import { FileUp } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '@/components/controls/button';
import { EmptyState } from '@/components/feedback/empty-state';
import type { Table } from '@/lib/api.gen';

export interface FileChooserProps {
  table: Table;
  onFile: (file: File) => void;
}

/** Where an import begins. */
export function FileChooser({ table, onFile }: FileChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <EmptyState
      icon={<FileUp aria-hidden />}
      title={`Drop a CSV or TSV file to import into ${table.title}`}
      action={
        <Button variant="primary" onClick={() => input.current?.click()}>
          Choose a file
        </Button>
      }
    >
      You see what will happen before anything is written.
      <input
        ref={input}
        type="file"
        hidden
        aria-label="CSV file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onFile(file);
        }}
      />
    </EmptyState>
  );
}
