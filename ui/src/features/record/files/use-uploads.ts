import { useCallback, useEffect, useRef, useState } from 'react';
import { addObject } from '@/data/relations/storage-objects';
import { type ApiError, toApiError } from '@/lib/api';

/** A file on its way to the bucket, or why it did not get there. */
export interface Upload {
  id: number;
  name: string;
  size: number;
  sent: number;
  /** Where it is in the bucket, once it is there. */
  path: string | null;
  error: ApiError | null;
}

export interface UploadRequest {
  bucket: string;
  folder: string;
  name: string;
  file: File;
  /** Keeps the object's path; what it throws is the upload's error. */
  onSent: (path: string) => Promise<void>;
}

/** Files that are being sent from one field. Leaving the field behind cancels them. */
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
  const forget = useCallback(
    (id: number) => setUploads((all) => all.filter((upload) => upload.id !== id)),
    [],
  );
  const start = useCallback(
    async ({ bucket, folder, name, file, onSent }: UploadRequest) => {
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
        await onSent(path);
        forget(id);
      } catch (error) {
        if (abort.signal.aborted) forget(id);
        else change({ error: toApiError(error) });
      } finally {
        aborts.current.delete(id);
      }
    },
    [forget],
  );
  const cancel = useCallback(
    (id: number) => {
      aborts.current.get(id)?.abort();
      forget(id);
    },
    [forget],
  );
  /** Says what is wrong with a file before it is sent. */
  const refuse = useCallback((file: File, error: ApiError) => {
    lastId.current += 1;
    const refused = { id: lastId.current, name: file.name, size: file.size, sent: 0, path: null, error };
    setUploads((all) => [...all, refused]);
  }, []);
  return { uploads, start, cancel, refuse };
}
