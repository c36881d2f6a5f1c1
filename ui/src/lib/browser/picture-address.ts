/** The paths of this server that can be pictures: the contents of files. */
const filePath = /^\/api\/files\//;

/**
 * Whether a text is the address of a picture of a user: https on another site, or a file of this server. Users choose
 * these addresses, and the browser of everyone who sees the user requests them: other paths of this server must not be
 * among them.
 */
export function isPictureAddress(text: string): boolean {
  if (!/^(https:\/\/|\/)/.test(text) || !URL.canParse(text, location.origin)) return false;
  const { origin, protocol, pathname } = new URL(text, location.origin);
  if (origin === location.origin) return filePath.test(pathname);
  return protocol === 'https:' && text.startsWith('https://');
}
