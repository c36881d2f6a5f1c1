import { useEffect } from 'react';
import { useWorkspace } from '@/lib/session';

/** Names the browser's tab after the page: "orders · Harbour Roasters". */
export function useDocumentTitle(title: string) {
  const { name } = useWorkspace();
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
}
