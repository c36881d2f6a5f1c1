import { formatCount, formatList, formatPlural } from '@/lib/text/format';

const chooseForm = (count: number, singular: string, plural: string) => (count === 1 ? singular : plural);

/** The texts of recent changes, queued edits and deletes. `edits` is a count with its noun: '3 edits'. A translation is one more file that satisfies `typeof changesMessages`. */
export const changesMessages = {
  shortcut: { label: 'Recent changes', group: 'Everywhere' },
  list: {
    title: 'Recent changes',
    titleOfRecord: (heading: string) => `Changes to ${heading}`,
    showAll: 'Show all changes',
    empty: 'No changes yet',
    emptyHint: 'Your changes appear here with an Undo button, until you sign out.',
    saved: 'Saved',
    savedLabel: 'Saved changes',
    unsaved: 'Not saved yet',
    stored: 'Until then, this browser stores what you entered, even if you close it.',
    notStored: 'This browser can’t store what you entered. It is lost if you close the page.',
    sendNow: 'Send now',
    dropped: (count: number) =>
      `To save memory, the oldest ${chooseForm(count, 'change is', `${formatPlural(count, 'change')} are`)} not listed.`,
  },
  item: {
    stop: 'Stop',
    undo: 'Undo',
    redo: 'Redo',
    newKey: 'Restored with a new ID, because the database assigns IDs.',
    showRows: 'Show rows',
    more: (count: number) => `and ${formatCount(count)} more`,
  },
  entry: {
    rows: (count: number) => formatPlural(count, 'row'),
    choose: 'Choose…',
    tryAgain: 'Try again',
    addAnyway: 'Add anyway',
    keep: 'Keep',
    discard: 'Discard',
    editConflict: 'Someone else changed this too. Choose which values to save.',
    deleteConflict: 'Someone else changed this. Choose whether to delete it anyway.',
    value: (value: string) => `: ${value}`,
    notDeleted: 'Not deleted',
    notSaved: 'Not saved',
    sending: 'Sending…',
    waiting: 'Waiting',
  },
  status: {
    waiting: (edits: string) => `${edits} waiting`,
    notSaved: (edits: string) => `${edits} not saved`,
    changes: 'Changes',
    stop: 'Stop',
    undo: 'Undo',
  },
  note: {
    waiting: (edits: string, count: number) =>
      `${edits} ${chooseForm(count, 'is', 'are')} waiting to be saved.`,
    notStored: 'Keep this page open, because this browser can’t store unsaved edits.',
    failed: (edits: string) => `Couldn’t save ${edits}.`,
    review: 'Review',
    show: 'Show',
  },
  signOut: {
    title: (edits: string, count: number) => `${edits} ${chooseForm(count, 'is', 'are')} not saved yet`,
    stored: (count: number, user: string) =>
      `${chooseForm(count, 'It stays', 'They stay')} in this browser, hidden from other users, and ${chooseForm(count, 'is', 'are')} sent when ${user} signs in again.`,
    notStored: (count: number) =>
      `This browser can’t store ${chooseForm(count, 'it, so it is', 'them, so they are')} lost when you sign out.`,
    stay: 'Stay signed in',
    discard: 'Discard and sign out',
    signOut: 'Sign out',
    entry: (heading: string, table: string, content: string) => `${heading} (${table}): ${content}`,
    delete: 'Delete',
    newRow: 'New row',
    columns: (titles: readonly string[]) => formatList(titles),
    more: (count: number) => `and ${formatCount(count)} more`,
  },
  guestSignOut: {
    title: 'Sign out and lose your data?',
    hint: 'You are a guest. Nobody can open your rows again after you sign out, and edits that aren’t saved yet are lost. With an account, you keep them.',
    stay: 'Stay signed in',
    signOut: 'Sign out',
    createAccount: 'Create account',
  },
  deletion: {
    question: (heading: string) => `Delete ${heading}?`,
    questionOfRows: (rows: string, table: string) => `Delete ${rows} from ${table}?`,
    delete: 'Delete',
    deleteRows: (count: number) => `Delete ${formatPlural(count, 'row')}`,
    deleteAnyway: 'Delete anyway',
    deleteRowsAnyway: (count: number) => `Delete ${formatPlural(count, 'row')} anyway`,
    undo: 'Undo',
    failedList: 'Not deleted',
    conflict: 'was changed since you saw it, so it was not deleted.',
    rows: (count: number) => formatPlural(count, 'row'),
    more: (count: number) => `and ${formatCount(count)} more`,
  },
};
