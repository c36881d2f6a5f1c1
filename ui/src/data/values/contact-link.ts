import { toSnakeCase } from '@/data/titles/name-words';
import type { Column } from '@/lib/api.gen';
import { getColumnFormat } from './formats/column-format';

/** A text that is an address: the URL that opens it, and its kind. */
export interface ContactLink {
  kind: 'email' | 'phone' | 'web';
  href: string;
}

/** Maximum length of an address. The patterns need much longer for a text of megabytes. */
const maxAddressLength = 2048;

const emailPattern = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/;
const webPattern = /^https?:\/\/[^\s]+$/i;
const phonePattern = /^\+?[\d\s().\-/]{5,}$/;
const phoneColumnPattern = /(^|_)(phone|telephone|tel|mobile|cell|fax)(_|$)/i;

/**
 * Returns the link of a text that is an email address, a web address, or a phone number; undefined for other texts.
 * Phone numbers are detected only in columns with a name such as `phone` or `mobile`, because texts of other columns
 * (order numbers) look the same.
 */
export function parseContactLink(column: Column, text: string): ContactLink | undefined {
  if (column.kind !== 'text' || column.array || text.length > maxAddressLength) return undefined;
  const address = text.trim();
  const format = getColumnFormat(column).kind;
  if (column.tags.format === 'plain') return undefined;
  if (emailPattern.test(address)) return { kind: 'email', href: `mailto:${encodeURIComponent(address)}` };
  if (webPattern.test(address) && URL.canParse(address)) return { kind: 'web', href: address };
  if (format === 'url') return parseHostLink(address);
  const isPhone = phonePattern.test(address);
  if (isPhone && (format === 'phone' || phoneColumnPattern.test(toSnakeCase(column.name)))) {
    return { kind: 'phone', href: `tel:${address.replace(/[^\d+]/g, '')}` };
  }
  return undefined;
}

/** Returns the link of a host without a scheme, such as `example.com/menu`. Other schemes than https are no links. */
function parseHostLink(address: string): ContactLink | undefined {
  const isHost = /^[\p{L}\d-]+(\.[\p{L}\d-]+)+([/?#][^\s]*)?$/u.test(address);
  return isHost && URL.canParse(`https://${address}`)
    ? { kind: 'web', href: `https://${address}` }
    : undefined;
}
