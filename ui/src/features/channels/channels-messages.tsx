import { formatCount, formatPlural } from '@/lib/text/format';

/** The texts of the channel pages. */
export const channelsMessages = {
  title: 'Channels',
  page: {
    intro:
      'A channel passes short messages to everyone who has it open: other users here, and apps that use this project’s realtime service. Messages are not stored.',
    name: 'Channel name',
    namePlaceholder: 'deliveries',
    access: 'Access',
    accessOptions: {
      public: 'Public: everyone with the project’s key',
      private: 'Private: the project’s policies decide',
    },
    join: 'Join channel',
    nameErrors: {
      empty: 'Enter a name.',
      characters: 'Use 1 to 100 letters from A to Z, digits, spaces or punctuation.',
      reserved: 'Names that start with “tableside:” are reserved for Tableside.',
    },
    invalidName: 'This channel name is not valid',
    otherName: 'Choose another name',
    recent: 'Recent channels',
    forget: (name: string) => `Remove ${name} from the list`,
    publicChannel: 'public',
    privateChannel: 'private',
  },
  status: {
    joining: 'Connecting…',
    joined: 'Joined',
    reconnecting: 'Reconnecting…',
    rejected: 'Not joined',
    offline: 'Offline',
    publicHint:
      'Everyone with the project’s publishable key can read and send here. Send nothing confidential.',
    privateHint: 'Policies on realtime.messages decide who can read and send here.',
  },
  rejected: {
    title: 'You can’t join this channel',
    private:
      'Your role has no access to this private channel. The owner of the project allows it with a policy on realtime.messages.',
    public: 'The project may allow only private channels. Try to join it as a private channel.',
    limit: 'The project has no free channels at the moment. Try again in a few minutes.',
    other: 'The server rejected the channel.',
    retry: 'Try again',
    joinPrivate: 'Join as private',
    details: (reason: string) => `Server: ${reason}`,
  },
  users: {
    label: (count: number) => `${formatPlural(count, 'client')} in this channel`,
    title: 'In this channel',
    none: 'Nobody reports their presence here.',
    hint: 'Apps without presence are not listed. Names of other apps are not verified.',
  },
  log: {
    label: 'Messages',
    empty: 'No messages yet',
    emptyHint: 'Messages appear here while this page is open.',
    noMatch: 'No message contains this text',
    clearFilter: 'Clear filter',
    filter: 'Filter messages',
    pause: 'Pause',
    resume: (waiting: number) => (waiting > 0 ? `Resume, ${formatCount(waiting)} waiting` : 'Resume'),
    save: 'Save log',
    clear: 'Clear log',
    discarded: (count: number) =>
      `${formatPlural(count, 'older message')} removed. The page keeps the last 500.`,
    gap: 'The connection was interrupted. Messages may be missing here.',
    kinds: { received: 'Received', sent: 'Sent', gap: 'Gap' },
    newest: 'New messages',
    fileName: (channel: string) => `${channel.replaceAll(/[^\w.-]+/g, '-')}.jsonl`,
  },
  composer: {
    label: 'Send a message',
    event: 'Event',
    text: 'Message',
    textPlaceholder: 'Van leaves in 5 minutes',
    format: 'Format',
    formats: { text: 'Text', json: 'JSON' },
    send: 'Send',
    invalidJSON: (reason: string) => `This is not valid JSON: ${reason}`,
    notObject: 'Enter a JSON object, such as {"minutes": 5}.',
    noEvent: 'Enter an event, such as “message”.',
    errors: {
      error: 'The message was not sent. The server rejected it, or the connection was lost.',
      'timed out': 'The server did not confirm the message. It may not have arrived.',
    },
  },
};
