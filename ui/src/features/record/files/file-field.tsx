import { useQuery } from '@tanstack/react-query';
import { Camera, Upload } from 'lucide-react';
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '@/components/controls/button';
import { CameraInput } from '@/components/controls/camera-input';
import { Field } from '@/components/fields/field';
import type { FileLocation } from '@/data/relations/file-location';
import { folderPrivilegesQuery } from '@/data/relations/storage-objects';
import { needsEntry } from '@/data/values/checks/check-value';
import { getNullLabel } from '@/data/values/value.utils';
import type { Bucket, Column } from '@/lib/api.gen';
import { useWorkspace } from '@/lib/auth/session';
import { mediaQueries, useMediaQuery } from '@/lib/browser/theme/use-media-query';
import { bucketsQuery } from '@/lib/files/buckets';
import { acceptsPhotos, describeLimits } from '@/lib/files/file-checks';
import { FieldInput } from '@/table/inputs/field-input';
import { useTable } from '@/table/table-context';
import type { RecordForm } from '../form/use-record-form';
import { recordMessages } from '../record-messages';
import { getPaths, getUploadFolder } from './file-column.utils';
import styles from './file-field.module.css';
import { FileTiles } from './file-tiles';
import { RemoveFileDialog } from './remove-file-dialog';
import { useAddFiles } from './use-add-files';
import { useFileDrop } from './use-file-drop';
import { useRemoveFile } from './use-remove-file';

const messages = recordMessages.files;

export interface FileFieldProps {
  column: Column;
  location: FileLocation;
  form: RecordForm;
  problem: ReactNode;
  isNew: boolean;
  /** The reason why the column can't be changed; undefined if it can. */
  lock: string | undefined;
}

/** The field of a file column: the files as tiles, which the user can add by button, drop or paste, replace and remove. */
export function FileField({ column, location, form, problem, isNew, lock }: FileFieldProps) {
  const paths = getPaths(
    Object.hasOwn(form.entered, column.name) ? form.entered[column.name] : form.row?.[column.name],
  );
  const { data: buckets } = useQuery(bucketsQuery());
  const bucket = buckets?.find(({ id }) => id === location.bucket);
  const { data: may } = useQuery(folderPrivilegesQuery(location.bucket, getUploadFolder(location, paths)));
  const { uploads, cancel, add } = useAddFiles({ column, location, bucket, paths, form });
  const removal = useRemoveFile({ column, bucket: location.bucket, paths, form });
  const [showsPath, setShowsPath] = useState(false);
  const isEditable = lock === undefined;
  const canAdd = isEditable && may?.insert !== false;
  const { isOver, handlers } = useFileDrop(canAdd ? (files) => add(files, null) : undefined);
  const picker = useFilePicker((files, replacedPath) => add(files, replacedPath));
  return (
    <Field
      {...handlers}
      className={styles.field}
      role="group"
      aria-label={column.title}
      data-over={isOver || undefined}
      label={<span dir="auto">{column.title}</span>}
      required={isNew && needsEntry(column)}
      help={column.comment || undefined}
      error={problem}
      aside={
        isEditable && (
          <button type="button" className={styles.link} onClick={() => setShowsPath(!showsPath)}>
            {showsPath ? messages.hidePath : messages.showPath}
          </button>
        )
      }
    >
      <FileTiles
        {...{ column, paths, uploads }}
        bucket={location.bucket}
        onCancel={cancel}
        onReplace={canAdd ? picker.choose : undefined}
        onRemove={isEditable && (column.array || column.nullable) ? removal.open : undefined}
      />
      {canAdd && (column.array || paths.length === 0) && (
        <AddFileControl
          {...{ column, location, bucket }}
          onChoose={() => picker.choose(null)}
          onPhotos={(photos) => add(photos, null)}
        />
      )}
      {!canAdd && <LockedFilesText {...{ location, lock, isNew }} isEmpty={paths.length === 0} />}
      {showsPath && <PathInput {...{ column, form }} />}
      <FileInput {...picker.input} column={column} bucket={bucket} />
      <RemoveFileDialog {...removal.dialog} bucket={location.bucket} canDelete={may?.delete !== false} />
    </Field>
  );
}

interface LockedFilesTextProps extends Pick<FileFieldProps, 'location' | 'lock' | 'isNew'> {
  isEmpty: boolean;
}

/** Explains why no files can be added. A record that can't be changed at all has a badge instead. */
function LockedFilesText({ location, lock, isNew, isEmpty }: LockedFilesTextProps) {
  const { table } = useTable();
  const isReadOnly = !isNew && !table.privileges.update;
  if (isReadOnly && !isEmpty) return null;
  const reason = lock ?? messages.addNotAllowed(location.bucket);
  return (
    <p className={styles.none}>
      {[!isReadOnly && reason, isEmpty && messages.none].filter(Boolean).join(' ')}
    </p>
  );
}

/** Opens the browser's file dialog, to replace the file with a path, or to add files for null. */
function useFilePicker(onChosen: (files: readonly File[], replacedPath: string | null) => void) {
  const replacedPath = useRef<string | null>(null);
  const ref = useRef<HTMLInputElement>(null);
  return {
    choose: (path: string | null) => {
      replacedPath.current = path;
      ref.current?.click();
    },
    input: {
      ref,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        onChosen([...(event.target.files ?? [])], replacedPath.current);
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
      aria-label={messages.input(column.title)}
      multiple={column.array}
      accept={bucket?.allowedMimeTypes.join(',') || undefined}
      {...props}
    />
  );
}

/** The value as text, to enter the path of an existing file. */
function PathInput({ column, form }: Pick<FileFieldProps, 'column' | 'form'>) {
  return (
    <FieldInput
      column={column}
      relation={undefined}
      entry={form.entryOf(column)}
      placeholder={column.nullable ? getNullLabel(column) : messages.pathHint}
      onChange={(next) => form.set(column, next)}
    />
  );
}

interface AddFileControlProps extends Pick<FileFieldProps, 'column' | 'location'> {
  bucket: Bucket | undefined;
  onChoose: () => void;
  onPhotos: (photos: readonly File[]) => void;
}

/** The buttons that open the file dialog and, on a touch device, the camera; and the limits of the bucket. Touch devices can't drop or paste files. */
function AddFileControl({ column, bucket, location, onChoose, onPhotos }: AddFileControlProps) {
  const { limits } = useWorkspace();
  const isTouch = useMediaQuery(mediaQueries.touch);
  const camera = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.add}>
      <Button size="sm" icon={<Upload aria-hidden />} onClick={onChoose}>
        {column.array ? messages.add : messages.upload}
      </Button>
      {isTouch && acceptsPhotos(bucket) && (
        <>
          <Button size="sm" icon={<Camera aria-hidden />} onClick={() => camera.current?.click()}>
            {messages.takePhoto}
          </Button>
          <CameraInput ref={camera} label={messages.takePhoto} onFiles={onPhotos} />
        </>
      )}
      <span className={styles.facts}>
        {!isTouch && `${messages.dropHint} `}
        {messages.limits(describeLimits(bucket, limits), location.bucket)}
      </span>
    </div>
  );
}
