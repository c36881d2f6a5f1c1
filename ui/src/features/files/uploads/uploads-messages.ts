import { formatBytes, formatPlural } from '@/lib/text/format';

/** Formats a duration in its largest unit, at least 1 s: "40 s", "3 min", "2 h". Rounds up, but hours to the nearest. */
function formatDuration(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.ceil(seconds))} s`;
  if (seconds < 3600) return `${Math.ceil(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}

/** The texts of the upload panel. A translation is one more file that satisfies `typeof uploadsMessages`. */
export const uploadsMessages = {
  label: 'Uploads',
  pastedFile: 'Pasted',
  photo: 'Photo',
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
  paused: (sent: number, total: number) => `Paused · ${formatBytes(sent)} of ${formatBytes(total)}`,
  waiting: 'Waiting for the connection. The upload continues by itself.',
  waitingForSignIn: 'Waiting until you sign in again. The upload then continues by itself.',
  restarted: 'The unfinished upload expired and started again.',
  nameNotAccepted: 'Storage doesn’t accept this name.',
  fileMissing: 'Interrupted. Choose the file again to continue.',
  pause: (name: string) => `Pause ${name}`,
  resume: (name: string) => `Resume ${name}`,
  pauseAll: 'Pause all',
  resumeAll: 'Resume all',
  allPaused: (files: number) => `${formatPlural(files, 'upload')} paused`,
  totalProgress: 'All uploads',
  total: (sent: number, total: number) => `${formatBytes(sent)} of ${formatBytes(total)}`,
  speed: (bytesPerSecond: number) => `${formatBytes(bytesPerSecond)}/s`,
  secondsLeft: (seconds: number) => `${formatDuration(seconds)} left`,
  storedAs: (name: string) => `Stored as ${name}`,
  decisions: {
    conflicts: (files: number) =>
      `${formatPlural(files, 'file')} already exist${files === 1 ? 's' : ''} here.`,
    replaceAll: 'Replace all',
    keepAll: 'Keep all',
    skipAll: 'Skip all',
    invalidNames: (files: number) =>
      `Storage doesn’t accept the ${files === 1 ? 'name' : 'names'} of ${formatPlural(files, 'file')}. The original ${files === 1 ? 'name' : 'names'} will be shown in the details.`,
    renameAll: (files: number) => (files === 1 ? 'Upload with a safe name' : 'Upload with safe names'),
    missingFiles: (files: number) =>
      `${formatPlural(files, 'upload')} ${files === 1 ? 'was' : 'were'} interrupted. Choose the ${files === 1 ? 'file' : 'files'} again to continue where ${files === 1 ? 'it' : 'they'} stopped.`,
    chooseFiles: (files: number) => (files === 1 ? 'Choose file' : 'Choose files'),
    noMatch: 'These are not the interrupted files. Choose files with the same names and contents.',
    discard: 'Discard',
  },
  cancel: (name: string) => `Cancel ${name}`,
  retry: (name: string) => `Retry ${name}`,
  replace: 'Replace',
  keepBoth: 'Keep both',
  skip: 'Skip',
  uploadAs: (name: string) => `Upload as ${name}`,
};
