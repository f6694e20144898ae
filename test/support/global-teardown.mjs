import { once } from 'node:events';

/** Lets the guard of the test server go, which stops the server and deletes its directory. */
export default async function stopTestServer() {
  const guard = globalThis.slipwayTestServerGuard;
  guard.ref();
  guard.stdin.end();
  await once(guard, 'exit');
}
