import { formatCount, formatPlural, formatTime } from '@/lib/text/format';

/** The texts of the shared components. A translation is one more file that satisfies `typeof componentsMessages`. */
export const componentsMessages = {
  chip: { empty: 'empty' },
  copy: {
    copy: 'Copy',
    copied: 'Copied',
    linkCopied: 'Link copied.',
    notAllowed: (link: string) => `Your browser doesn’t allow copying. The link: ${link}`,
  },
  error: {
    details: 'Details',
    retry: 'Try again',
    code: 'Code',
    message: 'Message',
    detail: 'Details',
    hint: 'Hint',
    request: 'Request',
  },
  connection: {
    offline: 'You are offline.',
    unreachable: 'Couldn’t reach Tableside. Trying again.',
    dataAge: (since: Date) => `This page shows data from before ${formatTime(since)}.`,
  },
  saved: 'Saved',
  jsonTree: {
    items: (count: number) => formatPlural(count, 'item'),
    members: (count: number) => formatPlural(count, 'member'),
    more: (count: number) => `${formatCount(count)} more`,
  },
  loading: 'Loading',
  choice: {
    placeholder: 'Choose…',
    search: 'Search…',
    searching: 'Searching',
    noResults: 'No results',
    clear: 'Clear',
    chosen: 'selected',
  },
  timeZone: {
    system: 'System',
    systemZone: (zone: string) => `System: ${zone}`,
    search: 'Search time zones…',
    change: (zone: string) => `Time zone: ${zone}. Change`,
    help: 'Used for all times. You can enter a time with another offset, e.g. 2026-11-20 14:30 +02:00.',
  },
  dialog: {
    cancel: 'Cancel',
    close: 'Close',
    name: 'Name',
    more: (count: number) => `and ${formatCount(count)} more`,
  },
  loadError: {
    title: 'Couldn’t load this part of Tableside',
    hint: 'Nothing is lost. Check your connection and try again. If it fails again, Tableside was probably updated: reload the page.',
    retry: 'Try again',
    close: 'Close',
  },
  page: {
    openSidebar: 'Open the sidebar',
    breadcrumbs: 'Breadcrumbs',
  },
};
