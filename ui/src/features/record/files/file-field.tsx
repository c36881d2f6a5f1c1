import { useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '@/components/controls/button';
import { Field } from '@/components/fields/field';
import { folderPrivilegesQuery } from '@/data/relations/storage-objects';
import { isRequired } from '@/data/values/checks/check-value';
import { nullLabel } from '@/data/values/value.utils';
import type { Bucket, Column } from '@/lib/api.gen';
import { mediaQueries, useMediaQuery } from '@/lib/browser/use-media-query';
import { bucketsQuery } from '@/lib/files/buckets';
import { describeLimits } from '@/lib/files/file-checks';
import { useWorkspace } from '@/lib/session';
import { FieldInput } from '@/table/inputs/field-input';
import { useTable } from '@/table/table-context';
import type { RecordForm } from '../form/use-record-form';
import { type FileLocation, getPaths, getUploadFolder } from './file-column.utils';
import styles from './file-field.module.css';
import { FileTiles } from './file-tiles';
import { RemoveFileDialog } from './remove-file-dialog';
import { useAddFiles } from './use-add-files';
import { useFileDrop } from './use-file-drop';
import { useFileValue } from './use-file-value';
import { useRemoveFile } from './use-remove-file';

export interface FileFieldProps {
  column: Column;
  location: FileLocation;
  form: RecordForm;
  problem: ReactNode;
  isNew: boolean;
  /** Why the column can't be changed; undefined if it can. */
  lock: string | undefined;
}

/** The files that a column names: shown small, added by button, drop or paste, replaced, taken away. */
export function FileField({ column, location, form, problem, isNew, lock }: FileFieldProps) {
  const { table } = useTable();
  const { value, keep } = useFileValue(column, form);
  const paths = getPaths(value);
  const { data: buckets } = useQuery(bucketsQuery());
  const bucket = buckets?.find(({ id }) => id === location.bucket);
  const { data: may } = useQuery(folderPrivilegesQuery(location.bucket, getUploadFolder(location, paths)));
  const onDrafted = isNew ? (path: string) => form.addFile({ bucket: location.bucket, path }) : undefined;
  const { uploads, cancel, add } = useAddFiles({ column, location, bucket, paths, keep, onDrafted });
  const removal = useRemoveFile({ column, bucket: location.bucket, paths, keep });
  const [typing, setTyping] = useState(false);
  const open = lock === undefined;
  const isReadOnly = !isNew && !table.privileges.update;
  const mayAdd = open && may?.insert !== false;
  const { over, handlers } = useFileDrop(mayAdd ? (files) => void add(files, null) : undefined);
  const picker = useFilePicker((files, old) => void add(files, old));
  return (
    <Field
      {...handlers}
      className={styles.field}
      role="group"
      aria-label={column.title}
      data-over={over || undefined}
      label={<span dir="auto">{column.title}</span>}
      required={isNew && isRequired(column)}
      help={column.comment || undefined}
      error={problem}
      aside={
        open && (
          <button type="button" className={styles.link} onClick={() => setTyping(!typing)}>
            {typing ? 'Hide the path' : 'Path'}
          </button>
        )
      }
    >
      <FileTiles
        {...{ column, paths, uploads }}
        bucket={location.bucket}
        onCancel={cancel}
        onReplace={mayAdd ? picker.choose : undefined}
        onRemove={open && (column.array || column.nullable) ? removal.ask : undefined}
      />
      {mayAdd && (column.array || paths.length === 0) && (
        <AddFileControl
          many={column.array}
          location={location}
          onChoose={() => picker.choose(null)}
          bucket={bucket}
        />
      )}
      {!mayAdd && (!isReadOnly || paths.length === 0) && (
        <p className={styles.none}>
          {!isReadOnly && (lock ?? `Your role can’t add files to ${location.bucket}.`)}
          {paths.length === 0 && ' No files.'}
        </p>
      )}
      {typing && <PathInput {...{ column, form }} />}
      <FileInput {...picker.input} column={column} bucket={bucket} />
      <RemoveFileDialog {...removal.dialog} bucket={location.bucket} canDelete={may?.delete !== false} />
    </Field>
  );
}

/** The browser's own dialog for files, which are to take a file's place or, for null, to be added. */
function useFilePicker(onChosen: (files: readonly File[], old: string | null) => void) {
  const replaced = useRef<string | null>(null);
  const ref = useRef<HTMLInputElement>(null);
  return {
    choose: (old: string | null) => {
      replaced.current = old;
      ref.current?.click();
    },
    input: {
      ref,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        onChosen([...(event.target.files ?? [])], replaced.current);
        event.target.value = '';
      },
    },
  };
}

type FileInputProps = Pick<FileFieldProps, 'column'> & {
  bucket: Bucket | undefined;
} & ReturnType<typeof useFilePicker>['input'];

function FileInput({ column, bucket, ...props }: FileInputProps) {
  return (
    <input
      type="file"
      hidden
      aria-label={`File for ${column.title}`}
      multiple={column.array}
      accept={bucket?.allowedMimeTypes.join(',') || undefined}
      {...props}
    />
  );
}

/** The column as text: a path may be of a file that is there already. */
function PathInput({ column, form }: Pick<FileFieldProps, 'column' | 'form'>) {
  return (
    <FieldInput
      column={column}
      relation={undefined}
      entry={form.entryOf(column)}
      placeholder={column.nullable ? nullLabel(column) : 'a path in the bucket'}
      onChange={(next) => form.set(column, next)}
    />
  );
}

interface AddFileControlProps extends Pick<Parameters<typeof useAddFiles>[0], 'bucket' | 'location'> {
  many: boolean;
  onChoose: () => void;
}

/** Button that opens the file picker, with the limits of the bucket. Touch devices can't drop or paste files. */
function AddFileControl({ many, bucket, location, onChoose }: AddFileControlProps) {
  const { limits } = useWorkspace();
  const isTouch = useMediaQuery(mediaQueries.touch);
  const facts = `${describeLimits(bucket, limits)}, kept in ${location.bucket}`;
  return (
    <div className={styles.add}>
      <Button size="sm" icon={<Upload aria-hidden />} onClick={onChoose}>
        {many ? 'Add files' : 'Upload'}
      </Button>
      <span className={styles.facts}>{isTouch ? facts : `or drop or paste: ${facts}`}</span>
    </div>
  );
}
