import { formatCount } from '@/lib/text/format';

/** The texts of the home page. A translation is one more file that satisfies `typeof homeMessages`. */
export const homeMessages = {
  title: 'Home',
  assigned: 'Assigned to you',
  due: 'Late and due',
  opened: 'Opened last',
  favorites: 'Favorites',
  changes: 'Recent changes',
  showAll: (table: string) => `Show all in ${table}`,
  tables: 'Tables',
  showAllTables: (count: number) => `Show all ${formatCount(count)} tables`,
  loading: 'Loading your records',
  markDone: 'Mark as done',
  markAs: (label: string) => `Mark as ${label}`,
  done: (title: string, label: string | undefined) =>
    label === undefined ? `${title} is done.` : `${title} is now ${label}.`,
  queued: (title: string) => `${title} is not saved yet. It is saved as soon as it can be sent.`,
  takePhoto: 'Take photo',
  photoFor: (title: string) => `Photo for ${title}`,
  photoAdded: (title: string) => `Photo added to ${title}.`,
  photoFailed: 'The photo was not saved.',
  tooManyQueued: 'Too many photos wait to be sent. Connect to the network, and try again.',
  discardPhoto: 'Discard photo',
  undo: 'Undo',
  notDone: (title: string) => `${title} was not changed.`,
  changedMeanwhile: (title: string) => `${title} was changed by someone else. Check it and try again.`,
};
