import { useState } from 'react';

/** The count that the user types to confirm a large bulk change. */
export interface TypedCount {
  /** Whether the user must type the count. */
  isRequired: boolean;
  isConfirmed: boolean;
  count: number;
  text: string;
  setText: (text: string) => void;
}

/** More rows than this are changed or deleted only after the user types their count. */
export const confirmationThreshold = 1_000;

/** Returns the state of the text that confirms a bulk change of `count` rows. Separators and spaces in the text are ignored. */
export function useCountConfirmation(count: number, isRequired: boolean): TypedCount {
  const [text, setText] = useState('');
  const isConfirmed = !isRequired || text.replace(/\D/g, '') === String(count);
  return { isRequired, isConfirmed, count, text, setText };
}
