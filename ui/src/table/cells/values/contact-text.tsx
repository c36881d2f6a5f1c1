import { parseContactLink } from '@/data/values/contact-link';
import type { Column } from '@/lib/api.gen';
import { tableMessages } from '@/table/table-messages';

const messages = tableMessages.contacts;

/** A text as a link if it is an email address, a phone number or a web address. Not allowed inside another control. */
export function ContactText({ column, text }: { column: Column; text: string }) {
  const link = parseContactLink(column, text);
  if (!link) return text;
  return (
    <a href={link.href} {...(link.kind === 'web' && { target: '_blank', rel: 'noreferrer' })}>
      {text}
    </a>
  );
}

/** A short link next to an input whose text is an email address, a phone number or a web address. */
export function ContactAction({ column, text }: { column: Column; text: string }) {
  const link = parseContactLink(column, text);
  if (!link) return null;
  return (
    <a href={link.href} {...(link.kind === 'web' && { target: '_blank', rel: 'noreferrer' })}>
      {messages[link.kind]}
    </a>
  );
}
