// Adapts Deno to the runtime of hosted edge functions. Deno loads this module before the function.

// The function listens on a unix socket, so Deno's URLs have the scheme http+unix. Hosted functions
// receive http. The getter changes copies of a request, too.
const url = Object.getOwnPropertyDescriptor(Request.prototype, 'url');
Object.defineProperty(Request.prototype, 'url', {
  ...url,
  get() {
    return url.get.call(this).replace(/^http\+unix:/, 'http:');
  },
});

// The process continues after a response, so a background task needs no registration. A rejected
// one must not end the process.
globalThis.EdgeRuntime = {
  waitUntil(task) {
    Promise.resolve(task).catch((error) => console.error('background task failed:', error));
    return task;
  },
};

// These variables configure Deno itself; they are not part of the function's environment.
for (const name of ['DENO_DIR', 'DENO_NO_UPDATE_CHECK', 'DENO_NODE_SHIM_ACTIVE', 'PATH'])
  Deno.env.delete(name);
