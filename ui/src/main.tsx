import '@/lib/browser/plain-proto';
import '@fontsource-variable/inter';
import './styles/tokens.css';
import './styles/base.css';
import './styles/splash.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { preloadPage } from '@/app/start/preload-page';
import { workspaceQuery } from '@/lib/auth/session';
import { createQueryClient } from '@/lib/requests/query-client';
import { App } from './app/app';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const client = createQueryClient();
// The server chose the HTML by whether the browser has a session.
const isSignedIn = document.documentElement.dataset.page !== 'sign-in';
// In a transition, so that the browser can handle events while the first view renders.
const render = () => startTransition(() => createRoot(root).render(<App client={client} />));
/** Loads the code and data of the first view. Rejects if it is an error, which the components then show. */
async function preload(): Promise<unknown> {
  // A link changes the session: then the app loads these itself.
  if (globalThis.tablesideAuthLink) return undefined;
  return isSignedIn ? preloadPage(client, window.location) : client.query(workspaceQuery());
}

// Renders once, with everything, instead of several times with parts. The HTML shows an outline meanwhile.
preload().then(render, render);
