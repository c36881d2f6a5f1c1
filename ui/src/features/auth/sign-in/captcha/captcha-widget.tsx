import { useEffect, useRef, useState } from 'react';
import type { Captcha } from '@/lib/api.gen';
import { signInMessages } from '../sign-in-messages';
import styles from './captcha-widget.module.css';

const messages = signInMessages.captcha;

/** The parts of a provider's script that this component uses. Turnstile and hCaptcha have the same. */
interface CaptchaScript {
  render: (container: HTMLElement, options: Record<string, unknown>) => string;
  remove: (id: string) => void;
}

declare global {
  interface Window {
    turnstile?: CaptchaScript;
    hcaptcha?: CaptchaScript;
  }
}

const scripts: Record<Captcha['provider'], string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off',
};

let loading: Promise<CaptchaScript> | undefined;

/** Loads the provider's script once. After an error, the next widget tries again. */
function loadScript(provider: Captcha['provider']): Promise<CaptchaScript> {
  loading ??= new Promise<CaptchaScript>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = scripts[provider];
    script.async = true;
    script.onload = () => {
      const loaded = window[provider];
      if (loaded) resolve(loaded);
      else reject(new Error(provider));
    };
    script.onerror = reject;
    document.head.append(script);
  }).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

export interface CaptchaWidgetProps {
  captcha: Captcha;
  /** Receives the token, and null when it has expired. */
  onToken: (token: string | null) => void;
}

/** Shows the widget of Turnstile or hCaptcha. Their scripts are loaded only here. */
export function CaptchaWidget({ captcha, onToken }: CaptchaWidgetProps) {
  const container = useRef<HTMLDivElement>(null);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    let isRemoved = false;
    let remove: (() => void) | undefined;
    const render = (script: CaptchaScript) => {
      if (isRemoved || !container.current) return;
      const id = script.render(container.current, {
        sitekey: captcha.siteKey,
        theme: getComputedStyle(document.documentElement).colorScheme === 'dark' ? 'dark' : 'auto',
        callback: onToken,
        'expired-callback': () => onToken(null),
        'error-callback': () => setFailed(true),
      });
      remove = () => script.remove(id);
    };
    loadScript(captcha.provider).then(render, () => setFailed(true));
    return () => {
      isRemoved = true;
      onToken(null);
      remove?.();
    };
  }, [captcha, onToken]);
  return (
    <section className={styles.captcha} aria-label={messages.label}>
      <div ref={container} />
      {isFailed && <p role="alert">{messages.notLoaded}</p>}
    </section>
  );
}
