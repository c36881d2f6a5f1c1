import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** Makes an empty folder. The database's user must be able to traverse it when we are root. */
export function makeFolder(name: string): string {
  const path = mkdtempSync(join(getRoot(), `${name}-`));
  chmodSync(path, 0o711);
  return path;
}

/**
 * Makes a data folder with the contents that `fill` gives an empty one. `fill` runs once for each key:
 * its folder is the template of which all others are copies, so that a test file starts in a second.
 */
export async function makeDataFolder(key: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const template = join(getRoot(), `template-${key}`);
  if (!existsSync(template)) await makeTemplate(template, fill);
  const folder = makeFolder(key);
  // cp retains the owner of the database's files, which Node's cpSync does not.
  execFileSync('cp', ['-a', `${template}/.`, folder]);
  return folder;
}

/** Makes a template, or waits until another worker has made it. */
async function makeTemplate(template: string, fill: (folder: string) => Promise<void>): Promise<void> {
  const draft = `${template}.draft`;
  if (!tryMakeFolder(draft)) {
    const done = () => existsSync(template) || !existsSync(draft);
    await expect.poll(done, { message: `${template} is ready`, timeout: 120_000 }).toBe(true);
    if (!existsSync(template)) throw new Error(`Another worker failed to make ${template}`);
    return;
  }
  try {
    chmodSync(draft, 0o711);
    await fill(draft);
    renameSync(draft, template);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

function tryMakeFolder(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

const getRoot = () => process.env.E2E_DATA ?? '';
