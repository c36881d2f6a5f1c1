import type { ReactNode } from 'react';
import { formatList } from '@/lib/text/format';

/** The texts of saved views. A translation is one more file that satisfies `typeof savedViewsMessages`. */
export const savedViewsMessages = {
  menu: {
    label: 'Saved views',
    trigger: 'Views',
    changedView: (name: string) => `${name}, changed`,
    save: 'Save',
    saveLabel: 'Save view',
    saveCopy: 'Save a copy…',
    reset: 'Reset',
    resetLabel: 'Reset view',
    saveAsNew: 'Save as new view…',
    browserOnly:
      'Views are saved in this browser only. To share views with your team, the project’s owner must run the output of “tableside schema-sql --views”.',
  },
  lists: {
    own: 'Your views',
    shared: 'Shared with you',
    browser: 'In this browser',
    empty: 'No saved views yet. Filter, sort or arrange the rows, then save the view.',
    loadFailed: 'Couldn’t load the project’s saved views.',
    moved: (name: string, position: number, count: number) =>
      `${name} moved to position ${position} of ${count}.`,
  },
  item: {
    sharedView: (name: string, roles: readonly string[] | null) =>
      roles === null ? `${name}, shared` : `${name}, shared with ${formatList(roles)}`,
    actions: (name: string) => `Actions for “${name}”`,
    rename: 'Rename…',
    duplicate: 'Duplicate…',
    copyLink: 'Copy link',
    share: 'Share…',
    moveToProject: 'Move to project',
    moveUp: 'Move up',
    moveDown: 'Move down',
    delete: 'Delete…',
  },
  results: {
    linkCopied: (name: string) => `Link to “${name}” copied.`,
    deleted: (name: string) => `View “${name}” deleted.`,
    undo: 'Undo',
    updateFailed: (name: string) => `Couldn’t save “${name}”.`,
    restoreFailed: (name: string) => `Couldn’t restore “${name}”.`,
    moveFailed: (name: string) => `Couldn’t move “${name}”.`,
    moveToProjectFailed: (name: string) => `Couldn’t move “${name}” to the project.`,
  },
  nameDialog: {
    createTitle: 'Save view',
    renameTitle: 'Rename view',
    projectHelp: 'Saves filters, order, columns and their widths. Only you see it until you share it.',
    browserHelp: 'Saves filters, order, columns and their widths in this browser.',
    save: 'Save',
    rename: 'Rename',
  },
  deleteDialog: {
    title: (name: ReactNode) => <>Delete view “{name}”?</>,
    delete: 'Delete',
    rowsRemain: 'No rows are deleted.',
    othersLoseAccess: 'The users you share it with lose it too. No rows are deleted.',
  },
  shareDialog: {
    audience: 'Who can open this view',
    everyone: (table: string) => `Everyone who can read ${table}`,
  },
  unknownColumns: {
    notice: (columns: readonly string[]) =>
      columns.length === 1
        ? `This view uses a column that doesn’t exist or that you can’t read: “${columns[0]}”.`
        : `This view uses columns that don’t exist or that you can’t read: ${formatList(columns.map((name) => `“${name}”`))}.`,
    remove: 'Remove from view',
  },
};
