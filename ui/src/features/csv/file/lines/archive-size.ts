const centralSignature = 0x02014b50;
const endSignature = 0x06054b50;
const endSize = 22;
const maxCommentSize = 0xffff;

/** The compressed contents of a file in a ZIP archive. */
interface Entry {
  isDeflated: boolean;
  content: Uint8Array<ArrayBuffer>;
}

/**
 * Whether the files of a ZIP archive have at most `limit` bytes together. Counts the bytes while it unpacks them, because
 * the sizes in the archive can be wrong, and stores none. Returns false for archives that it can't read, and for those
 * with the extension for large files (ZIP64).
 */
export async function isArchiveWithin(bytes: Uint8Array<ArrayBuffer>, limit: number): Promise<boolean> {
  const entries = listEntries(bytes);
  if (!entries) return false;
  let size = 0;
  for (const { isDeflated, content } of entries) {
    if (!isDeflated) size += content.length;
    else {
      const count = await countUnpackedBytes(content, limit - size);
      if (count === undefined) return false;
      size += count;
    }
    if (size > limit) return false;
  }
  return true;
}

/**
 * Returns the compressed contents of the files that the archive's central directory lists, as views of `bytes`;
 * undefined if the archive is not valid, or compressed with another method than deflate.
 */
function listEntries(bytes: Uint8Array<ArrayBuffer>): Entry[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === undefined) return undefined;
  const count = view.getUint16(end + 10, true);
  const entries: Entry[] = [];
  let position = view.getUint32(end + 16, true);
  for (let i = 0; i < count; i++) {
    if (position + 46 > bytes.length || view.getUint32(position, true) !== centralSignature) return undefined;
    const method = view.getUint16(position + 10, true);
    const compressedSize = view.getUint32(position + 20, true);
    const header = view.getUint32(position + 42, true);
    if (header + 30 > bytes.length || (method !== 0 && method !== 8)) return undefined;
    const start = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
    if (start + compressedSize > bytes.length) return undefined;
    // The reader would look for the size elsewhere.
    if (method === 8 && compressedSize === 0) return undefined;
    entries.push({ isDeflated: method === 8, content: bytes.subarray(start, start + compressedSize) });
    const lengths = [28, 30, 32].map((offset) => view.getUint16(position + offset, true));
    position += 46 + lengths.reduce((sum, length) => sum + length, 0);
  }
  return entries;
}

/** Returns the position of the "end of central directory" record, which only a comment can follow; undefined without one. */
function findEnd(view: DataView): number | undefined {
  const first = Math.max(0, view.byteLength - endSize - maxCommentSize);
  for (let position = view.byteLength - endSize; position >= first; position--) {
    if (view.getUint32(position, true) === endSignature) return position;
  }
  return undefined;
}

/** Returns the number of unpacked bytes; undefined if there are more than `limit`, or the content is invalid. */
async function countUnpackedBytes(
  content: Uint8Array<ArrayBuffer>,
  limit: number,
): Promise<number | undefined> {
  const reader = new Blob([content]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  let count = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return count;
      count += value.length;
      if (count > limit) {
        await reader.cancel();
        return undefined;
      }
    }
  } catch {
    return undefined;
  }
}
