import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/components/controls/button';
import { validateAccept } from '@/lib/files/file-checks';
import { formatBytes } from '@/lib/text/format';
import { actionsMessages } from '../actions-messages';
import styles from './argument-fields.module.css';

export interface BodyFileProps {
  /** Media types or extensions; '' for any. */
  accept: string;
  file: File | null;
  onChange: (file: File | null) => void;
}

/** Chooses the file whose content is the body of the call. */
export function BodyFile({ accept, file, onChange }: BodyFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const choose = (chosen: File) => {
    const invalid = validateAccept(chosen, accept);
    setProblem(invalid ?? '');
    onChange(invalid === null ? chosen : null);
  };
  return (
    <div className={styles.file}>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept || undefined}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = '';
          if (chosen) choose(chosen);
        }}
      />
      <Button icon={<Upload aria-hidden />} onClick={() => input.current?.click()}>
        {file ? actionsMessages.file.replace : actionsMessages.file.choose}
      </Button>
      {problem !== '' && (
        <span className={styles.problem} role="alert">
          {problem}
        </span>
      )}
      {file && (
        <span className={styles.path} dir="auto">
          {actionsMessages.result.file(file.name, formatBytes(file.size))}
        </span>
      )}
    </div>
  );
}
