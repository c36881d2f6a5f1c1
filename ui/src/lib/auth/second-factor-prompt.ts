import type { Table } from '@/lib/api.gen';
import { Listeners } from '@/lib/external-store';

const listeners = new Listeners();

/** Opens the dialog that asks for the second factor, on any page. */
export const openSecondFactorPrompt = (): void => listeners.notify();

/** Calls the listener when a part of the page asks for the dialog. Returns a function that removes it. */
export const onSecondFactorPrompt = listeners.add;

/** Whether the user can do more with a table after entering a second factor. */
export function needsSecondFactor({ secondFactor }: Pick<Table, 'secondFactor'>): boolean {
  return secondFactor.select || secondFactor.insert || secondFactor.update || secondFactor.delete;
}
