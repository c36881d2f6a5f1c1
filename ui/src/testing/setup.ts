import { BroadcastChannel } from 'node:worker_threads';
import { cleanup, configure } from '@testing-library/react';
import { MotionGlobalConfig } from 'framer-motion';
import { afterEach } from 'vitest';

// No test here checks animations: elements are removed at once.
MotionGlobalConfig.skipAnimations = true;

// The DOM of the tests has no BroadcastChannel.
globalThis.BroadcastChannel ??= BroadcastChannel as typeof globalThis.BroadcastChannel;

// On a busy machine, code that is loaded on demand takes some seconds.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
  window.history.replaceState(null, '', '/');
  window.localStorage.clear();
});
