import { useCallback, useEffect, useRef, useState } from 'react';
import { addObject } from '@/data/relations/storage-objects';
import { type ApiError, toApiError } from '@/lib/api';

/** An upload in progress, or a failed upload with its error. */
export interface Upload {
  id: number;
  name: string;
  size: number;
  /** The number of uploaded bytes. */
  sent: number;
  /** The path in the bucket; null before the upload is complete. */
  path: string | null;
  error: ApiError | null;
}

export interface UploadRequest {
  bucket: string;
  folder: string;
  name: string;
  file: File;
  /** Called with the path of the uploaded file. */
  onUploaded: (path: string) => void;
}

/** Returns the uploads of one field, and the functions that change them. Uploads in progress are canceled when the field unmounts. */
export function useUploads() {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const aborts = useRef(new Map<number, AbortController>());
  const lastId = useRef(0);
  useEffect(() => {
    const running = aborts.current;
    return () => {
      for (const abort of running.values()) abort.abort();
    };
  }, []);
  const remove = useCallback(
    (id: number) => setUploads((all) => all.filter((upload) => upload.id !== id)),
    [],
  );
  const start = useCallback(
    async ({ bucket, folder, name, file, onUploaded }: UploadRequest) => {
      lastId.current += 1;
      const id = lastId.current;
      const abort = new AbortController();
      aborts.current.set(id, abort);
      const change = (changes: Partial<Upload>) =>
        setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
      setUploads((all) => [...all, { id, name, size: file.size, sent: 0, path: null, error: null }]);
      try {
        const onProgress = (bytes: number) => change({ sent: Math.min(bytes, file.size) });
        const path = await addObject({ bucket, folder, name, file, onProgress, signal: abort.signal });
        change({ path });
        onUploaded(path);
        remove(id);
      } catch (error) {
        if (abort.signal.aborted) remove(id);
        else change({ error: toApiError(error) });
      } finally {
        aborts.current.delete(id);
      }
    },
    [remove],
  );
  const cancel = useCallback(
    (id: number) => {
      aborts.current.get(id)?.abort();
      remove(id);
    },
    [remove],
  );
  /** Adds a failed upload for a file that is invalid, so that it is not uploaded. */
  const reject = useCallback((file: File, error: ApiError) => {
    lastId.current += 1;
    const rejected = { id: lastId.current, name: file.name, size: file.size, sent: 0, path: null, error };
    setUploads((all) => [...all, rejected]);
  }, []);
  return { uploads, start, cancel, reject };
}
