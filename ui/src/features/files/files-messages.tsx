import type { ReactNode } from 'react';
import { formatBytes, formatCount, formatPlural } from '@/lib/text/format';
import type { FilesSort } from './page/files-state.utils';

/** The texts of the files pages. A translation is one more file that satisfies `typeof filesMessages`. */
export const filesMessages = {
  page: {
    files: 'Files',
    chooseFiles: 'Files to upload',
    bucketNotFound: 'Bucket not found, or no access',
    bucketNotFoundReason: (bucket: string, role: ReactNode) => (
      <>
        No bucket is named “{bucket}”, or your role ({role}) can’t see it. Ask the workspace’s owner for a
        policy on <code>storage.buckets</code>.
      </>
    ),
    dropLabel: (folder: string) => `Upload to ${folder}`,
    dropFailed: 'Couldn’t read what you dropped. Nothing was uploaded.',
    dropNotAllowed: 'You don’t have permission to add files here',
    upload: 'Upload',
    takePhoto: 'Take photo',
    newFolder: 'New folder',
  },
  bucketNote: {
    public: 'Public',
    publicHelp: 'Anyone with a file’s link can open it, even without signing in.',
    private: 'Private',
    privateHelp: 'Policies decide who can see each file.',
    viewOnly: 'View only',
    accepts: 'Accepts',
  },
  shortcuts: {
    group: 'Files',
    select: 'Select or deselect',
    selectAll: 'Select all',
    rename: 'Rename',
    delete: 'Delete',
    switchView: 'Switch between list and grid',
    search: 'Search this folder and its subfolders',
    upload: 'Upload files',
    newFolder: 'New folder',
  },
  toolbar: {
    label: 'List options',
    search: 'Search files',
    clearSearch: 'Clear search',
    order: 'Sort by',
    layout: 'Layout',
    listView: 'Show as list',
    gridView: 'Show as grid',
    orders: {
      'name.asc': 'Name, A to Z',
      'name.desc': 'Name, Z to A',
      'updated_at.desc': 'Last modified, newest first',
      'updated_at.asc': 'Last modified, oldest first',
      'created_at.desc': 'Date added, newest first',
      'created_at.asc': 'Date added, oldest first',
    } satisfies Record<FilesSort, string>,
  },
  search: {
    running: (folder: string, searched: number, found: number) =>
      `Searching ${folder}: ${formatPlural(searched, 'file')} checked, ${formatCount(found)} found`,
    finished: (folder: string, searched: number, found: number) =>
      `${formatPlural(found, 'match', 'matches')} in ${folder}, of ${formatPlural(searched, 'file')}, subfolders included`,
    canceled: (folder: string, searched: number, found: number) =>
      `Search stopped: ${formatPlural(searched, 'file')} of ${folder} checked, ${formatCount(found)} found`,
    cancel: 'Cancel',
    resume: 'Continue',
    searchBucket: 'Search whole bucket',
  },
  sorting: {
    running: (folder: string, read: number) =>
      `Sorting ${folder} by date: ${formatPlural(read, 'file')} read`,
    stop: 'Sort by name',
  },
  browser: {
    folders: 'Folders',
    files: 'Files',
    select: (name: string) => `Select ${name}`,
    selectAll: 'Select all',
    name: 'Name',
    size: 'Size',
    modified: 'Modified',
    actions: 'Actions',
    details: (size: string, modified: string) => `${size} · ${modified}`,
    loading: 'Loading files',
    loadingMore: 'Loading more files',
  },
  emptyFolder: {
    noMatch: (search: string) => `No files match “${search}”`,
    clearSearch: 'Clear search',
    emptyBucket: 'This bucket is empty',
    emptyFolder: 'This folder is empty',
    nothingVisible: 'No files that you can see',
    nothingVisibleReason: (role: ReactNode) => (
      <>
        Your role ({role}) can’t add files here and sees only the files that policies allow. If you expected
        files, ask the workspace’s owner.
      </>
    ),
    dropFiles: 'Drop files here or choose them.',
    chooseFiles: 'Choose photos or files from your device.',
    upload: 'Upload files',
  },
  entryMenu: {
    label: (name: string) => `Actions for ${name}`,
    download: 'Download',
    downloadFolder: 'Download as zip',
    copyLink: 'Copy link',
    share: 'Share…',
    details: 'Details',
    linkCopied: 'Link copied. It works for users who are signed in.',
    rename: 'Rename…',
    move: 'Move to…',
    copy: 'Copy to…',
    delete: 'Delete…',
  },
  archiveFailed: 'The download couldn’t start. Check your connection and permissions, then try again.',
  archiveTooLarge: (limit: number) =>
    `You can download up to ${formatCount(limit)} selected items at once. Select fewer, all items of the folder, or a folder.`,
  selection: {
    label: 'Selected files',
    count: (count: number) => `${formatPlural(count, 'item')} selected`,
    loadingAll: (count: number) => `Selecting all: ${formatPlural(count, 'item')} loaded`,
    cancel: 'Cancel',
    download: 'Download',
    move: 'Move',
    copy: 'Copy',
    delete: 'Delete',
    clear: 'Clear selection',
  },
  newFolderDialog: {
    title: 'New folder',
    create: 'Create folder',
  },
  renameDialog: {
    folderTitle: 'Rename folder',
    fileTitle: 'Rename file',
    folderHelp: 'Moves every file in the folder.',
    nameUnchanged: 'Enter a different name.',
    rename: 'Rename',
    fileRenamed: 'File renamed.',
    undo: 'Undo',
    undone: 'File renamed back.',
    undoFailed: 'Couldn’t rename the file back.',
  },
  moveDialog: {
    titles: {
      move: {
        one: (name: string) => `Move “${name}”`,
        several: (count: number) => `Move ${formatPlural(count, 'item')}`,
      },
      copy: {
        one: (name: string) => `Copy “${name}”`,
        several: (count: number) => `Copy ${formatPlural(count, 'item')}`,
      },
    },
    folders: 'Folders',
    parentFolder: 'Parent folder',
    noFolders: 'No folders here.',
    cancel: 'Cancel',
    confirm: { move: 'Move here', copy: 'Copy here' },
  },
  deleteDialog: {
    title: (name: string) => `Delete “${name}”?`,
    titleOfFiles: (count: number) => `Delete ${formatPlural(count, 'file')}?`,
    titleOfItems: (count: number) => `Delete ${formatPlural(count, 'item')}?`,
    folderContents: (folder: string) => `${folder}/ and everything in it`,
    warning: 'This can’t be undone.',
    deleteFile: 'Delete file',
    deleteFolder: 'Delete folder',
    deleteFiles: (count: number) => `Delete ${formatPlural(count, 'file')}`,
    deleteItems: (count: number) => `Delete ${formatPlural(count, 'item')}`,
    counting: (files: number) => (files === 0 ? 'Counting files' : `Counting files: ${formatCount(files)}`),
    contents: (files: number, bytes: number) => `${formatPlural(files, 'file')}, ${formatBytes(bytes)}.`,
  },
  preview: {
    position: (position: number, count: number) => `${formatCount(position)} of ${formatCount(count)}`,
    previous: 'Previous file',
    next: 'Next file',
    download: 'Download',
    downloadFile: (name: string) => `Download ${name}`,
    downloadWithSize: (size: string) => `Download (${size})`,
    close: 'Close',
    loading: 'Loading file',
    unsupportedType: 'No preview for this file type. Download the file to open it.',
    tooLarge: 'The file is too large to preview. Download it to open it.',
    notPlayable: 'This browser can’t play the file. Download it to open it.',
    pictureFailed: 'Couldn’t show this picture. The file may be damaged.',
    replaced: 'The file was replaced.',
    replacedHint: 'Close the preview, then open the file again.',
    noContent: 'This file is empty',
    view: 'View',
    views: { table: 'Table', tree: 'Tree', document: 'Document', source: 'Source' },
    loadMore: 'Load more',
    shownBytes: (shownBytes: number, totalBytes: number) =>
      `The first ${formatBytes(shownBytes)} of ${formatBytes(totalBytes)}`,
    shownRows: (shown: number, loaded: number) =>
      `The first ${formatCount(shown)} of ${formatCount(loaded)} loaded rows`,
    endOfPreview: 'Download the file to see the rest.',
    treeTooLarge: 'The file is too large to show as a tree.',
    invalidJSON: 'The file isn’t valid JSON.',
    hiddenColumns: (shown: number, total: number) =>
      `The first ${formatCount(shown)} of ${formatCount(total)} columns`,
    rowNumber: 'Row',
    importTo: 'Import to…',
    importTables: 'Tables',
    importTooLarge: (limit: number) =>
      `Files of up to ${formatBytes(limit)} can be imported from here. Download the file, then import it on the table’s page.`,
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    resetZoom: (percent: string) => `Zoom ${percent}. Fit to window`,
    fitToWindow: 'Fit to window',
    zoom: 'Zoom',
  },
};
