import { createRemoteSource } from '@/features/csv/file/remote-source';
import type { OpenSource } from '@/features/csv/page/file-import';
import { getZone } from '@/lib/browser/zone/zone';
import address from './csv.worker.ts?worker&url';

/** Starts a worker that reads and checks a CSV file. */
export const openCSVSource: OpenSource = () => {
  const worker = new Worker([address, new URLSearchParams({ zone: getZone() })].join('?'));
  return { source: createRemoteSource(worker), close: () => worker.terminate() };
};
