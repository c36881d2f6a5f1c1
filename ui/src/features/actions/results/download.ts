/** Time for which the address of a file is valid after the download started, in milliseconds. */
const addressAge = 10_000;

/** Downloads a file that the page created. */
export function saveBlob(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), addressAge);
}

/** Downloads a text as a file. */
export function saveText(name: string, text: string): void {
  saveBlob(name, new Blob([text], { type: 'text/plain;charset=utf-8' }));
}
