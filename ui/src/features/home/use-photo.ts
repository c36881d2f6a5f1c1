import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast } from '@/components/overlays/toast';
import type { Completion, PhotoColumn } from '@/data/home/completion';
import { buildObjectName } from '@/data/relations/file-location';
import { addObject, removeObject } from '@/data/relations/storage-objects';
import type { Row } from '@/data/rows/row';
import { ApiError } from '@/lib/api';
import type { Bucket, Table } from '@/lib/api.gen';
import { useWorkspace } from '@/lib/auth/session';
import { useUnloadWarning } from '@/lib/browser/use-leave-guard';
import { validateFile } from '@/lib/files/file-checks';
import { homeMessages as messages } from './home-messages';
import { type RowChange, writeRowChange } from './row-change';

export interface PhotoOptions extends PhotoColumn {
  table: Table;
  row: Row;
  title: string;
  bucket: Bucket | undefined;
  /** The change that finishes the row; it is made together with the photo. */
  completion: Completion | undefined;
}

/** A photo that is not stored in the row yet. */
interface PendingPhoto {
  file: File;
  /** The object's path after the upload. */
  path: string | null;
  error: unknown;
}

/**
 * Uploads a photo and stores it in the row, which it also finishes. The notice offers to undo both. A photo that could not
 * be stored stays on the card, because a phone does not keep it.
 */
export function usePhoto({ table, row, title, column, location, bucket, completion }: PhotoOptions) {
  const client = useQueryClient();
  const { limits } = useWorkspace();
  const [photo, setPhoto] = useState<PendingPhoto | null>(null);
  useUnloadWarning(photo !== null);
  const isMounted = useIsMounted();

  const confirm = (changed: Row, change: RowChange, path: string) => {
    const undo = async () => {
      const before = Object.fromEntries(Object.keys(change).map((name) => [name, row[name] ?? null]));
      const restored = await writeRowChange(client, table, changed, before);
      if (!restored) return toast.info(messages.changedMeanwhile(title));
      await removeObject(location.bucket, path);
    };
    toast.done(completion ? messages.done(title, completion.label) : messages.photoAdded(title), {
      label: messages.undo,
      onClick: () => void undo().catch((error: unknown) => toast.error(error, messages.notDone(title))),
    });
  };

  const store = async (pending: PendingPhoto) => {
    const { file } = pending;
    let { path } = pending;
    setPhoto({ ...pending, error: null });
    try {
      const problem = validateFile(file, bucket, limits);
      if (problem !== null) throw createPhotoError('rejected_locally', problem, 0);
      path ??= await addObject({
        ...location,
        name: buildObjectName(column, file),
        file,
        onProgress: () => {},
        signal: new AbortController().signal,
      });
      const change: RowChange = { [column.name]: column.array ? [path] : path };
      if (completion) change[completion.column] = completion.value;
      const changed = await writeRowChange(client, table, row, change);
      if (!changed) throw createPhotoError('conflict', messages.changedMeanwhile(title), 409);
      setPhoto(null);
      confirm(changed, change, path);
    } catch (error) {
      setPhoto({ file, path, error });
      if (!isMounted.current) toast.error(error, messages.photoFailed);
    }
  };

  const discard = () => {
    if (photo?.path) void removeObject(location.bucket, photo.path).catch(() => {});
    setPhoto(null);
  };
  return {
    isPending: photo !== null && photo.error === null,
    error: photo?.error ?? null,
    add: (file: File) => void store({ file, path: null, error: null }),
    retry: () => photo && void store(photo),
    discard,
  };
}

/** Returns a ref that is true while the component is shown. */
function useIsMounted() {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}

function createPhotoError(code: string, message: string, status: number): ApiError {
  return new ApiError({ code, message, details: '', hint: '', status, requestId: '' });
}
