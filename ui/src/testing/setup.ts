import { cleanup, configure } from '@testing-library/react';
import { MotionGlobalConfig } from 'framer-motion';
import { afterEach } from 'vitest';

// No test here checks animations: elements are removed at once.
MotionGlobalConfig.skipAnimations = true;

// On a busy machine, code that is loaded on demand takes some seconds.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
  window.history.replaceState(null, '', '/');
  window.localStorage.clear();
});
