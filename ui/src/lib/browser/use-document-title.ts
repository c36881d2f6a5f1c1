import { useEffect } from 'react';
import { useWorkspace } from '@/lib/auth/session';

let unreadCount = 0;

/** Returns a title with the number of unread notifications before it: "(2) orders". */
function addCount(title: string): string {
  const plain = title.replace(/^\(\d+\) /, '');
  return unreadCount > 0 ? `(${unreadCount}) ${plain}` : plain;
}

/** Shows a number of unread notifications in the title of the browser's tab; none for 0. */
export function setTitleCount(count: number): void {
  unreadCount = count;
  document.title = addCount(document.title);
}

/** Names the browser's tab after the page: "orders · Harbour Roasters". */
export function useDocumentTitle(title: string) {
  const { name } = useWorkspace();
  useEffect(() => {
    document.title = addCount(`${title} · ${name}`);
  }, [title, name]);
}
