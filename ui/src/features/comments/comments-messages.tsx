import { formatCount, formatDateTime, formatList, formatPlural } from '@/lib/text/format';

/** The texts of comments on records. */
export const commentsMessages = {
  title: 'Comments',
  count: (count: number) => formatCount(count),
  none: 'No comments yet. They are visible to everyone who can see this record.',
  loading: 'Loading comments',
  loadFailed: 'Couldn’t load the comments.',
  showEarlier: (count: number) => `Show ${formatCount(count)} earlier`,
  loadingEarlier: 'Loading…',
  deletedUser: 'Deleted user',
  you: 'you',
  edited: 'edited',
  editedAt: (date: Date) => `Edited ${formatDateTime(date)}`,
  actions: (author: string) => `Actions for the comment by ${author}`,
  edit: 'Edit',
  copyText: 'Copy text',
  textCopied: 'Text copied',
  delete: 'Delete…',
  label: 'Write a comment',
  editLabel: 'Edit comment',
  placeholder: 'Write a comment…',
  send: 'Comment',
  sendFailed: 'Couldn’t send the comment. Your text is still here.',
  save: 'Save',
  saveFailed: 'Couldn’t save the comment. Your text is still here.',
  cancel: 'Cancel',
  tooLong: (length: number, max: number) => `${formatCount(length)} of ${formatCount(max)} characters`,
  markdownHint: (keys: string) => `Markdown works. ${keys} sends.`,
  mentions: {
    list: 'People to mention',
    found: (count: number) => formatPlural(count, 'person', 'people'),
  },
  unread: 'New',
  typing: (names: readonly string[]) =>
    names.length > 3
      ? 'Several people are typing…'
      : `${formatList(names)} ${names.length === 1 ? 'is' : 'are'} typing…`,
  live: {
    title: 'Messages',
    notStored: 'Not stored',
    audience: {
      private: 'Only users who can read this record and have it open now receive messages.',
      public:
        'Everyone with the project’s publishable key can read these messages. Don’t send confidential data.',
      off: 'Messages are off, because nobody can see you. Change this with “Other users” at the top of the page.',
    },
    rejected:
      'The project has no policies for private channels yet. Its owner can install the output of “tableside schema-sql --live”. For public channels, choose who can see you with “Other users” at the top of the page.',
    label: 'Write a message',
    placeholder: 'Write a message…',
    send: 'Send',
    sendFailed: 'Couldn’t send the message. Your text is still here.',
    notSent: 'There is no connection for live updates.',
  },
  readOnly: 'Your role can’t write comments.',
  remove: {
    title: 'Delete this comment?',
    confirm: 'Delete comment',
    done: 'Comment deleted',
    undo: 'Undo',
    undoFailed: 'Couldn’t restore the comment',
  },
  install: {
    hint: 'To discuss records here, run the output of this command in the project’s SQL editor:',
    command: 'tableside schema-sql --comments',
    copy: 'Copy command',
  },
};
