import { toast } from './overlays/toast';

/** Copies a link, and says in a toast that it did. */
export async function copyLink(href: string): Promise<void> {
  const { href: link } = new URL(href, window.location.href);
  try {
    await navigator.clipboard.writeText(link);
    toast.done('Link copied.');
  } catch {
    toast.info(`This browser doesn’t let pages copy. The link: ${link}`);
  }
}
