import { Listeners } from '@/lib/external-store';

const listeners = new Listeners();

/** Calls the listener when a part of the page asks for a new dashboard. Returns a function that removes it. */
export const onNewDashboard = listeners.add;

/** Asks for the name of a new dashboard, on any page. */
export const openNewDashboard = (): void => listeners.notify();
