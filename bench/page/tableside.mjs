import { startServer } from './start-server.mjs';

/** Starts Tableside with its demo. */
export async function startTableside(binary, folder, port) {
  const url = `http://localhost:${port}`;
  const stop = await startServer(binary, [], `${url}/readyz`, {
    TABLESIDE_DATA: folder,
    TABLESIDE_ADDR: `127.0.0.1:${port}`,
    TABLESIDE_LOG_LEVEL: 'warn',
  });
  const { demoAccounts } = await (await fetch(`${url}/api/workspace`)).json();
  const { email, password } = demoAccounts[0];
  const response = await fetch(`${url}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const cookies = response.headers.getSetCookie().map((cookie) => {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie);
    return { name, value, url };
  });
  return {
    stop,
    readOrders: async () => {
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
      return (await fetch(`${url}/api/rows/orders`, { headers: { cookie } })).json();
    },
    pages: {
      signIn: { url, ready: { selector: 'input[type=password]', count: 1 } },
      rows: {
        url: `${url}/tables/public/orders`,
        cookies,
        // The order's number, so that a row counts when its values are shown.
        ready: {
          selector: '[role=grid] [role=row]:has([role=gridcell]) [role=gridcell]:nth-child(2)',
          count: 15,
        },
      },
    },
  };
}
