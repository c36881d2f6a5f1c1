import { useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/components/controls/button';
import { useFieldControl } from '@/components/fields/field';
import { toApiError } from '@/lib/api';
import type { ActionFile, Bucket } from '@/lib/api.gen';
import { useWorkspace } from '@/lib/auth/session';
import { formatError } from '@/lib/errors/error-texts';
import { bucketsQuery } from '@/lib/files/buckets';
import {
  describeLimits,
  joinPath,
  sanitizeName,
  validateAccept,
  validateFile,
} from '@/lib/files/file-checks';
import { sendFile } from '@/lib/files/send-file';
import { createId } from '@/lib/text/create-id';
import { actionsMessages } from '../actions-messages';
import styles from './argument-fields.module.css';

const messages = actionsMessages.file;

export interface FileArgumentProps {
  file: ActionFile;
  /** The path of the uploaded file in the bucket; '' for none. */
  path: string;
  onChange: (path: string | undefined) => void;
}

/** Uploads a file into a bucket. The value of the argument is its path. */
export function FileArgument({ file, path, onChange }: FileArgumentProps) {
  const input = useRef<HTMLInputElement>(null);
  const { data: buckets } = useQuery(bucketsQuery());
  const { limits } = useWorkspace();
  const bucket = buckets?.find(({ id }) => id === file.bucket);
  const { percent, problem, upload } = useArgumentUpload(file, bucket, onChange);
  const control = useFieldControl();
  return (
    <div className={styles.file}>
      <input
        ref={input}
        type="file"
        hidden
        accept={file.accept || undefined}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = '';
          if (chosen) void upload(chosen);
        }}
      />
      <Button
        icon={<Upload aria-hidden />}
        pending={percent !== null}
        onClick={() => input.current?.click()}
        id={control.id}
        aria-invalid={control['aria-invalid']}
        aria-describedby={control['aria-describedby']}
      >
        {path === '' ? messages.choose : messages.replace}
      </Button>
      <span className={styles.path} role="status" dir="auto">
        {percent === null ? path.split('/').at(-1) : messages.uploading(percent)}
      </span>
      {problem !== '' && (
        <span className={styles.problem} role="alert">
          {problem}
        </span>
      )}
      <span className={styles.note}>
        {messages.hint(describeLimits(bucket, limits, file.accept), bucket?.title ?? file.bucket)}
      </span>
    </div>
  );
}

/** Returns the function that uploads a file and reports its path, with the progress in percent and the last error. */
function useArgumentUpload(
  file: ActionFile,
  bucket: Bucket | undefined,
  onChange: FileArgumentProps['onChange'],
) {
  const { limits } = useWorkspace();
  const [percent, setPercent] = useState<number | null>(null);
  const [problem, setProblem] = useState('');
  const upload = async (chosen: File) => {
    const invalid = validateAccept(chosen, file.accept) ?? validateFile(chosen, bucket, limits);
    setProblem(invalid ?? '');
    if (invalid) return;
    // A random folder, so that a file of the same name is never replaced.
    const to = joinPath(joinPath(file.folder, createId()), sanitizeName(chosen.name));
    setPercent(0);
    try {
      await sendFile({
        ...{ bucket: file.bucket, path: to, file: chosen, overwrite: false },
        onProgress: (sent) => setPercent(Math.round((100 * sent) / Math.max(1, chosen.size))),
        signal: new AbortController().signal,
      });
      onChange(to);
    } catch (error) {
      setProblem(formatError(toApiError(error)).sentence);
    } finally {
      setPercent(null);
    }
  };
  return { percent, problem, upload };
}
