import { getZone } from '@/lib/browser/zone/zone';
import { exportMessages as messages } from '../export-messages';
import address from './workbook.worker.ts?worker&url';
import type { WorkbookRequest } from './write-workbook';

/** A finished workbook. */
export interface Workbook {
  blob: Blob;
  /** Number of texts that were shortened because they are too long for a cell. */
  shortened: number;
}

type WorkbookResponse = Workbook | { errorMessage: string };

const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Downloads rows and converts them to a workbook, in a worker. Rejects if the download or the worker fails. */
export async function createWorkbook(request: WorkbookRequest): Promise<Workbook> {
  const worker = new Worker([address, new URLSearchParams({ zone: getZone() })].join('?'));
  try {
    const response = await new Promise<WorkbookResponse>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<WorkbookResponse>) => resolve(data));
      worker.addEventListener('error', () => reject(new Error(messages.workerStopped)));
      worker.postMessage(request);
    });
    if ('errorMessage' in response) throw new Error(response.errorMessage);
    return { ...response, blob: new Blob([response.blob], { type }) };
  } finally {
    worker.terminate();
  }
}
