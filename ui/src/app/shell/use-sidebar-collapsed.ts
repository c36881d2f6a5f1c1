import { useState } from 'react';

const storageKey = 'tableside.sidebar';

/** Whether the sidebar shows icons only; kept on this device. */
export function useSidebarCollapsed(): [boolean, (collapsed: boolean) => void] {
  const [collapsed, setCollapsed] = useState(() => {
    try {
      return localStorage.getItem(storageKey) === 'collapsed';
    } catch {
      return false;
    }
  });
  const change = (next: boolean) => {
    setCollapsed(next);
    try {
      localStorage.setItem(storageKey, next ? 'collapsed' : 'expanded');
    } catch {
      // A closed storage only means that the choice ends with this page.
    }
  };
  return [collapsed, change];
}
