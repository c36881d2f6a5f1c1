import { createRemoteSource } from '@/features/csv/file/remote-source';
import type { OpenSource } from '@/features/csv/page/file-import';
import { getChosenLocale } from '@/lib/browser/zone/locale';
import { getZone } from '@/lib/browser/zone/zone';
import address from './csv.worker.ts?worker&url';

/** Starts a worker that reads and checks a file of rows. */
export const openCSVSource: OpenSource = () => {
  const settings = new URLSearchParams({ zone: getZone(), locale: getChosenLocale() ?? '' });
  const worker = new Worker([address, settings].join('?'));
  return { source: createRemoteSource(worker), close: () => worker.terminate() };
};
