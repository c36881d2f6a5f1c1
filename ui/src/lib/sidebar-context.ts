import { createContext, use } from 'react';

/** Opens the sidebar where it is a drawer; null where it stands beside the page. */
export const OpenSidebarContext = createContext<(() => void) | null>(null);

export const useOpenSidebar = () => use(OpenSidebarContext);
