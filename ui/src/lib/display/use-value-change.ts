import { useState } from 'react';

/**
 * Calls `onChange` during the first render with another value, not on the first render of the component. State that it sets
 * is applied before React paints, while an effect would show the previous state first.
 */
export function useValueChange<Value>(value: Value, onChange: (value: Value) => void): void {
  const [known, setKnown] = useState({ value });
  if (Object.is(known.value, value)) return;
  setKnown({ value });
  onChange(value);
}
