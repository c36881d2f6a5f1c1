import { useSyncExternalStore } from 'react';
import { type Connection, getConnection, onConnectionChange } from './connection';

/** Returns the state of the connection and renders again when it changes. */
export function useConnection(): Connection {
  return useSyncExternalStore(onConnectionChange, getConnection);
}
