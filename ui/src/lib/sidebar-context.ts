import { createContext, use } from 'react';

/** Opens the sidebar if it is a drawer; null if it is always visible. */
export const OpenSidebarContext = createContext<(() => void) | null>(null);

export const useOpenSidebar = () => use(OpenSidebarContext);
