/**
 * Removes the right-to-left marks that Intl writes into dates and numbers: '24\u200f/11\u200f/2026'. They suit a page that
 * is written from right to left. In our English texts, they would move the parts of a date: '24', '2026', '/11/'.
 */
export function removeDirectionMarks(text: string): string {
  return text.replace(/[\u200f\u061c]/g, '');
}
