import { useShortcut } from '@/lib/browser/keyboard/shortcuts';
import { calendarMessages as messages } from './calendar-messages';
import type { CalendarPageState } from './page/use-calendar-page';

/** Registers the shortcuts that navigate, and lists the keys that events handle. */
export function useCalendarShortcuts({ today, goTo, navigateBy }: CalendarPageState) {
  useShortcut({ keys: 't', label: messages.shortcuts.today, group: messages.shortcuts.group }, () =>
    goTo(today),
  );
  useShortcut({ keys: 'pageup', label: messages.shortcuts.previous, group: messages.shortcuts.group }, () =>
    navigateBy(-1),
  );
  useShortcut({ keys: 'pagedown', label: messages.shortcuts.next, group: messages.shortcuts.group }, () =>
    navigateBy(1),
  );
  useShortcut({ keys: 'space', label: messages.shortcuts.drag, group: messages.shortcuts.group });
  useShortcut({
    keys: 'shift+arrowright',
    label: messages.shortcuts.resize,
    group: messages.shortcuts.group,
  });
}
