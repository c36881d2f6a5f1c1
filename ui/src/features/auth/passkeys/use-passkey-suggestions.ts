import { useEffect, useEffectEvent, useState } from 'react';
import type { PasskeyResponse } from '@/lib/api.gen';
import { type PasskeySuggestion, suggestPasskeys } from './ceremony/passkey-ceremony';
import { hasPasskeyAutofill, wasPasskeyUsed } from './ceremony/passkey-support';

/** The inputs among whose suggestions browsers offer passkeys. */
const inputs = 'input[autocomplete~="webauthn"]';

/**
 * Lets the browser offer passkeys among the suggestions of inputs with the autocomplete token `webauthn`, and calls
 * `onChoose` when the user chooses one.
 *
 * A suggestion needs a challenge, and an auth service limits their number. The first one is requested when the page
 * opens if a passkey was used in this browser, otherwise when the user starts to fill in such an input. After it has
 * ended, the next one is requested when the user returns to the input.
 */
export function usePasskeySuggestions(isEnabled: boolean, onChoose: (response: PasskeyResponse) => void) {
  const [isWanted, setWanted] = useState(wasPasskeyUsed);
  const choose = useEffectEvent(onChoose);
  useEffect(() => {
    if (!isEnabled || isWanted) return;
    const start = ({ target }: Event) => {
      if (target instanceof Element && target.matches(inputs)) setWanted(true);
    };
    document.addEventListener('pointerdown', start);
    document.addEventListener('input', start);
    return () => {
      document.removeEventListener('pointerdown', start);
      document.removeEventListener('input', start);
    };
  }, [isEnabled, isWanted]);
  useEffect(() => {
    if (!isEnabled || !isWanted) return;
    let isEnded = false;
    let timer: number | undefined;
    let suggestion: PasskeySuggestion | undefined;
    const suggest = async () => {
      const isAvailable = await hasPasskeyAutofill();
      if (isEnded || !isAvailable) return;
      suggestion = await suggestPasskeys();
      // Also rejected when nothing waits for it, because the page needs no suggestion anymore.
      suggestion.response.catch(() => undefined);
      if (isEnded) return suggestion.cancel();
      timer = window.setTimeout(suggestion.cancel, suggestion.expiresIn);
      const response = await suggestion.response;
      if (!isEnded) choose(response);
    };
    // It ends without a passkey after an error, after it has expired, and when the user clicks the button instead.
    const stop = () => isEnded || setWanted(false);
    suggest().then(stop, stop);
    return () => {
      isEnded = true;
      window.clearTimeout(timer);
      suggestion?.cancel();
    };
  }, [isEnabled, isWanted]);
}
