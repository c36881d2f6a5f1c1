import '@fontsource-variable/inter';
import './styles/tokens.css';
import './styles/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { preloadPage } from './app/load-code';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// The server chose the page by whether the browser has a session.
if (document.documentElement.dataset.page !== 'sign-in') preloadPage(window.location.pathname);
createRoot(root).render(<App />);
