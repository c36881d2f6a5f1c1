import { remoteSource } from '@/features/csv/file/remote';
import type { OpenSource } from '@/features/csv/page/import-file';
import { localZone } from '@/lib/browser/zone';
import address from './csv.worker.ts?worker&url';

/** A worker that reads and checks one file. */
export const openCSVSource: OpenSource = () => {
  const worker = new Worker(`${address}?${new URLSearchParams({ zone: localZone() })}`);
  return { source: remoteSource(worker), close: () => worker.terminate() };
};
