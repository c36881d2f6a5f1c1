import { formatDateTime } from '@/lib/text/format';

const lifetimes: Partial<Record<string, string>> = {
  '3600': '1 hour',
  '86400': '1 day',
  '604800': '7 days',
  '2592000': '30 days',
  '31536000': '1 year',
};

/** The texts of the share dialog. A translation is one more file that satisfies `typeof sharingMessages`. */
export const sharingMessages = {
  title: (name: string) => `Share “${name}”`,
  expires: 'Expires after',
  lifetimes,
  never: 'Never (public link)',
  action: 'The link',
  open: 'Opens the file',
  download: 'Downloads the file',
  downloadName: 'Name of the downloaded file',
  create: 'Create link',
  link: 'Link',
  copy: 'Copy',
  showCode: 'Show QR code',
  hideCode: 'Hide QR code',
  codeLabel: 'QR code of the link',
  anyoneForever:
    'Anyone with this link can view and download the file without signing in, as long as the file exists and the bucket is public.',
  anyoneUntil: (end: Date) =>
    `Anyone with this link can view and download the file without signing in until ${formatDateTime(end)}. You can’t withdraw the link before; deleting or moving the file ends it.`,
};
