import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Starts a server and waits until an address of it responds. Returns a function that stops it. */
export async function startServer(binary, args, readyURL, env = {}) {
  const server = spawn(binary, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = async () => {
    if (server.exitCode !== null) return;
    server.kill();
    await once(server, 'exit');
  };
  for (let tries = 0; tries < 600; tries++) {
    const isReady = await fetch(readyURL).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return stop;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop();
  throw new Error(`${binary} did not become ready`);
}
