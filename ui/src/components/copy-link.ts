import { componentsMessages } from '@/components/components-messages';
import { toast } from './overlays/toast';

const messages = componentsMessages.copy;

/**
 * Copies the absolute form of a link to the clipboard and shows `message` in a
 * toast. Never rejects: if the browser denies access to the clipboard, the toast
 * contains the link.
 */
export async function copyLink(href: string, message = messages.linkCopied): Promise<void> {
  const { href: link } = new URL(href, window.location.href);
  try {
    await navigator.clipboard.writeText(link);
    toast.done(message);
  } catch {
    toast.info(messages.notAllowed(link));
  }
}
