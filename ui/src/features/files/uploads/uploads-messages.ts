import { formatBytes, formatPlural } from '@/lib/format';

/** The texts of the upload panel. A translation is one more file that satisfies `typeof uploadsMessages`. */
export const uploadsMessages = {
  label: 'Uploads',
  showFiles: 'Show files',
  hideFiles: 'Hide files',
  close: 'Close',
  uploading: (files: number) => `Uploading ${formatPlural(files, 'file')}`,
  needAttention: (files: number) =>
    `${formatPlural(files, 'file')} ${files === 1 ? 'needs' : 'need'} your attention`,
  uploaded: (files: number) => `${formatPlural(files, 'file')} uploaded`,
  nothingUploaded: 'No files uploaded',
  fileProgress: (name: string) => `Uploading ${name}`,
  sending: 'Uploading',
  queued: 'Waiting',
  queuedWithSize: (bytes: number) => `Waiting · ${formatBytes(bytes)}`,
  sentBytes: (sent: number, total: number) => `${formatBytes(sent)} of ${formatBytes(total)}`,
  finishing: 'Finishing…',
  canceled: 'Canceled',
  failed: 'Failed',
  nameTaken: 'A file with this name already exists.',
  cancel: (name: string) => `Cancel ${name}`,
  retry: (name: string) => `Retry ${name}`,
  replace: 'Replace',
  keepBoth: 'Keep both',
  skip: 'Skip',
  uploadAs: (name: string) => `Upload as ${name}`,
};
