import { useState } from 'react';

const storageKey = 'tableside.sidebar';

/** Returns whether the sidebar shows only icons, and the function that changes it. Stores the choice in the browser. */
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
      // Without storage, the choice applies to this page load only.
    }
  };
  return [collapsed, change];
}
