import { screen } from '@testing-library/react';
import { SignInForm } from '@/features/auth/sign-in/sign-in-form';
import type { SignInMethods, Workspace } from '@/lib/api.gen';
import { workspace } from './api-fixtures';
import { respondWith as respond, type SentRequest } from './fake-backend';
import { renderApp } from './render-app';

/** Responds to requests, with no other accounts in this browser. Returns the requests that change something. */
export function respondWith(routes: Record<string, unknown>): SentRequest[] {
  const posts: SentRequest[] = [];
  const recorded = Object.entries(routes).map(([route, reply]) => [
    route,
    (request: SentRequest) => {
      posts.push(request);
      return typeof reply === 'function' ? reply(request) : reply;
    },
  ]);
  respond({ 'GET /api/auth/accounts': [], ...Object.fromEntries(recorded) });
  return posts;
}

export const guest: Workspace = { ...workspace, user: null };

/** A workspace with other sign-in methods. */
export function makeWorkspace(methods: Partial<SignInMethods>, over: Partial<Workspace> = {}): Workspace {
  return { ...guest, signIn: { ...guest.signIn, ...methods }, ...over };
}

export const demo = makeWorkspace(
  {},
  {
    demoAccounts: [
      {
        email: 'owner@harbour.test',
        password: 'tableside',
        name: 'Ada',
        role: 'owner',
        about: 'Sees everything.',
      },
    ],
  },
);

export const emailInput = () => screen.getByRole('textbox', { name: 'Email' });

/** Renders the form and enters the email address. */
export async function renderAtPassword(target = guest) {
  const rendered = renderApp(<SignInForm workspace={target} />);
  await rendered.user.type(emailInput(), ' staff@harbour.test {Enter}');
  return rendered;
}

/** Returns what a test's user sees of the form, in order: buttons and fields. */
export const listControls = () =>
  [...document.querySelectorAll('button, input:not([aria-hidden])')].map(
    (element) => element.getAttribute('aria-label') ?? element.textContent ?? '',
  );
