/** Notifications of the browser, which it shows while the page is hidden. Not all browsers have them. */

/** Returns whether the user allowed them: `default` before the browser has asked. */
export function readNotificationPermission(): NotificationPermission | 'unsupported' {
  return typeof Notification === 'undefined' ? 'unsupported' : Notification.permission;
}

/** Asks the user to allow notifications, unless they have decided before. Must be called during a click. */
export function askForNotifications(): void {
  if (readNotificationPermission() === 'default') void Notification.requestPermission();
}

/** Shows a notification if the user allowed them and the page is hidden. One with the same tag, also of another tab, is replaced. */
export function showNotification(text: string, tag: string, onClick: () => void): void {
  if (readNotificationPermission() !== 'granted' || !document.hidden) return;
  const shown = new Notification(text, { tag });
  shown.onclick = () => {
    window.focus();
    onClick();
    shown.close();
  };
}
