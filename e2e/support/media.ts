import type { Page } from '@playwright/test';

/** Returns a picture of two colors, drawn by the browser. */
export async function drawPicture(page: Page, color: string): Promise<Buffer> {
  const base64 = await page.evaluate((fill) => {
    const canvas = document.createElement('canvas');
    canvas.width = 1200;
    canvas.height = 800;
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.fillStyle = fill;
    context.fillRect(0, 0, 1200, 800);
    context.fillStyle = 'white';
    context.fillRect(600, 0, 600, 400);
    return canvas.toDataURL('image/png').split(',')[1] as string;
  }, color);
  return Buffer.from(base64, 'base64');
}

/** Returns a WAV file of silence. */
export function makeSound(seconds: number): Buffer {
  const rate = 8_000;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + seconds * rate, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(seconds * rate, 40);
  return Buffer.concat([header, Buffer.alloc(seconds * rate, 128)]);
}

/** Returns about a second of WebM video, 160 by 90 pixels, recorded by the browser. */
export async function recordVideo(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 160;
    canvas.height = 90;
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    const start = performance.now();
    for (let now = start; now - start < 1000; ) {
      now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      context.fillStyle = `hsl(${(now - start) / 2} 80% 50%)`;
      context.fillRect(0, 0, 160, 90);
    }
    recorder.stop();
    await stopped;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  return Buffer.from(base64, 'base64');
}
