import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast } from '@/components/overlays/toast';
import type { Completion, PhotoColumn } from '@/data/home/completion';
import { buildObjectName } from '@/data/relations/file-location';
import { removeObject } from '@/data/relations/storage-objects';
import type { Row } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import type { OutboxEntry } from '@/data/writes/outbox/outbox-store';
import { ApiError } from '@/lib/api';
import type { Bucket, Table } from '@/lib/api.gen';
import { useWorkspace } from '@/lib/auth/session';
import { useUnloadWarning } from '@/lib/browser/use-leave-guard';
import { joinPath, validateFile } from '@/lib/files/file-checks';
import { createUUID } from '@/lib/text/create-uuid';
import { useChangeSession } from '@/table/change-session-context';
import { homeMessages as messages } from './home-messages';

export interface PhotoOptions extends PhotoColumn {
  table: Table;
  row: Row;
  title: string;
  bucket: Bucket | undefined;
  /** The change that finishes the row; it is made together with the photo. */
  completion: Completion | undefined;
}

/** Maximum size of all files that wait to be sent, in bytes. */
const maxQueuedBytes = 200 * 1024 * 1024;

/** A photo that is neither stored in the row nor queued. */
interface PendingPhoto {
  file: File;
  /** The object's path after the upload. */
  path: string;
  error: unknown;
}

/**
 * Uploads a photo and stores it in the row, which it also finishes. The notice offers to undo both. A photo that can't be
 * sent is queued with the change of the row. A photo that is rejected stays on the card, because a phone does not keep it.
 */
export function usePhoto({ table, row, title, column, location, bucket, completion }: PhotoOptions) {
  const client = useQueryClient();
  const session = useChangeSession();
  const { limits } = useWorkspace();
  const [photo, setPhoto] = useState<PendingPhoto | null>(null);
  useUnloadWarning(photo !== null);
  const isMounted = useIsMounted();

  const confirm = () => {
    const change = session.history.snapshot().nextUndo;
    const undo = async () => {
      const replay = await session.replay('undo', change, true);
      if (replay?.rejected[0]) return toast.info(messages.changedMeanwhile(title));
      // The file stays in storage, because the change can be redone.
      await client.invalidateQueries({ queryKey: rowKeys.table(table) });
    };
    toast.done(completion ? messages.done(title, completion.label) : messages.photoAdded(title), {
      label: messages.undo,
      onClick: () => void undo().catch((error: unknown) => toast.error(error, messages.notDone(title))),
    });
  };

  const store = async (pending: PendingPhoto) => {
    const { file, path } = pending;
    setPhoto({ ...pending, error: null });
    try {
      const isFull = sumFileSizes(session.outbox.snapshot().entries) + file.size > maxQueuedBytes;
      const problem = isFull ? messages.tooManyQueued : validateFile(file, bucket, limits);
      if (problem !== null) throw createPhotoError('rejected_locally', problem, 0);
      const changes: Row = {
        [column.name]: column.array ? [path] : path,
        ...(completion ? { [completion.column]: completion.value } : {}),
      };
      const queuedFile = { bucket: location.bucket, path, content: file };
      const outcome = await session.edits(table).save(row, changes, true, queuedFile);
      if (outcome.kind === 'rejected') throw outcome.error;
      if (outcome.kind !== 'saved' && outcome.kind !== 'queued')
        throw createPhotoError('conflict', messages.changedMeanwhile(title), 409);
      setPhoto(null);
      if (outcome.kind === 'queued') return toast.info(messages.queued(title));
      void client.invalidateQueries({ queryKey: rowKeys.table(table) });
      confirm();
    } catch (error) {
      setPhoto({ file, path, error });
      if (!isMounted.current) toast.error(error, messages.photoFailed);
    }
  };

  const discard = () => {
    // Storage has the file if only the row was rejected.
    if (photo) void removeObject(location.bucket, photo.path).catch(() => {});
    setPhoto(null);
  };
  return {
    isPending: photo !== null && photo.error === null,
    error: photo?.error ?? null,
    add: (file: File) => {
      const path = joinPath(location.folder, createUniqueName(buildObjectName(column, file)));
      void store({ file, path, error: null });
    },
    retry: () => photo && void store(photo),
    discard,
  };
}

/** Returns the total size of the files that wait to be sent, in bytes. */
function sumFileSizes(entries: readonly OutboxEntry[]): number {
  return entries.reduce((sum, { file }) => sum + (file?.content.size ?? 0), 0);
}

/** Returns a name that no file has, so that the upload can be repeated: 'photo-3f9c0d1e2b4a.jpg'. */
function createUniqueName(name: string): string {
  return name.replace(/(\.\w+)?$/, `-${createUUID().slice(-12)}$&`);
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
