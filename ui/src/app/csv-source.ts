import type { OpenSource } from '@/features/csv/components/import-file';
import { remoteSource } from '@/features/csv/file/remote';
import { localZone } from '@/lib/zone';
import address from './csv.worker.ts?worker&url';

/** A worker that reads and checks one file. */
export const openCSVSource: OpenSource = () => {
  const worker = new Worker(`${address}?${new URLSearchParams({ zone: localZone() })}`);
  return { source: remoteSource(worker), close: () => worker.terminate() };
};
