import { applyZone } from '@/lib/browser/zone/zone';
import { type WorkbookRequest, writeWorkbook } from './write-workbook';

// Downloads rows and writes them as a workbook in a worker, so that the page stays responsive.
applyZone(new URLSearchParams(globalThis.location.search).get('zone') ?? 'UTC');

addEventListener('message', async ({ data }: MessageEvent<WorkbookRequest>) => {
  try {
    const response = await fetch(data.url);
    if (!response.ok || !response.body) throw new Error(`${response.status} ${response.statusText}`);
    let shortened = 0;
    const workbook = writeWorkbook(decode(response.body), data, () => {
      shortened += 1;
    });
    const blob = await new Response(workbook).blob();
    postMessage({ blob, shortened });
  } catch (error) {
    postMessage({ errorMessage: error instanceof Error ? error.message : String(error) });
  }
});

/** Yields the UTF-8 text of a body while it arrives. */
async function* decode(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    yield decoder.decode(value, { stream: true });
  }
  yield decoder.decode();
}
