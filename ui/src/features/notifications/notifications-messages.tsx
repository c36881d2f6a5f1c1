import { formatCount, formatPlural } from '@/lib/text/format';

/** The texts of notifications. */
export const notificationsMessages = {
  title: 'Notifications',
  button: (unread: number) => (unread > 0 ? `Notifications, ${formatCount(unread)} unread` : 'Notifications'),
  count: (unread: number) => (unread > 99 ? '99+' : formatCount(unread)),
  unread: (count: number) => formatPlural(count, 'unread notification'),
  none: 'Nothing new',
  noneHint:
    'You get a notification when someone mentions you, assigns a record to you, or changes what you follow.',
  markAllRead: 'Mark all as read',
  changed: (title: string) => `${title} changed`,
  mentioned: (author: string, table: string) => `${author} mentioned you in ${table}`,
  assigned: (title: string) => `${title} is assigned to you`,
  following: 'Following',
  unfollowFailed: 'Couldn’t stop following this',
  unfollow: (title: string) => `Stop following ${title}`,
  blocked: 'Your browser blocks notifications of this site.',
  someone: 'Someone',
};
