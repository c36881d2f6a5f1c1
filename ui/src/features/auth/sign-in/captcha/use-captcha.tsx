import { type ReactNode, useCallback, useRef, useState } from 'react';
import { ApiError } from '@/lib/api';
import type { Captcha } from '@/lib/api.gen';
import type { CaptchaProof } from '../../api/auth-mutations';
import { signInMessages } from '../sign-in-messages';
import { CaptchaWidget } from './captcha-widget';

export interface CaptchaCheck {
  /** The widget; null if the workspace has none. */
  widget: ReactNode;
  /** Returns the token for the next request, which can be used once. Throws an ApiError until the user has completed the check. */
  takeProof: () => CaptchaProof;
}

/** Returns the workspace's CAPTCHA, with a new check after each use. */
export function useCaptcha(captcha: Captcha | null): CaptchaCheck {
  const token = useRef<string | null>(null);
  const [uses, setUses] = useState(0);
  const takeProof = useCallback(() => {
    if (!captcha) return {};
    if (token.current === null) throw captchaRequiredError();
    const captchaToken = token.current;
    token.current = null;
    setUses((count) => count + 1);
    return { captchaToken };
  }, [captcha]);
  const setToken = useCallback((next: string | null) => {
    token.current = next;
  }, []);
  const widget = captcha && <CaptchaWidget key={uses} captcha={captcha} onToken={setToken} />;
  return { widget, takeProof };
}

function captchaRequiredError(): ApiError {
  const message = signInMessages.captcha.required;
  return new ApiError({
    ...{ code: 'captcha_required', message, details: '', hint: '', status: 0, requestId: '' },
  });
}
