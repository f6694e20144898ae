// Preloaded into a service (`--import`): reports over a local socket for how long its event loop was blocked.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { performance } from 'node:perf_hooks';

const BEAT_MS = 5;

delete process.env.NODE_OPTIONS; // programs that the service starts are not watched

/** What the main thread waited for a core that other processes had: not what the service's own work took. Linux tells it. */
function waitedMs() {
  const [, waitedNs] =
    process.platform === 'linux' ? readFileSync('/proc/self/schedstat', 'latin1').split(' ') : [0, 0];
  return Number(waitedNs) / 1e6;
}

let last = performance.now();
let waited = waitedMs();
let longest = 0;
function beat() {
  const now = performance.now();
  const waitedNow = waitedMs();
  longest = Math.max(longest, now - last - (waitedNow - waited) - BEAT_MS);
  last = now;
  waited = waitedNow;
}
setInterval(beat, BEAT_MS).unref();

// Each received byte is a request; the answer is the longest block since the last one, in milliseconds.
const server = createServer((socket) => {
  socket.on('error', () => socket.destroy());
  socket.on('data', () => {
    beat();
    socket.write(`${longest.toFixed(1)}\n`);
    longest = 0;
  });
});
server.listen(process.env.LOOP_WATCH_SOCKET);
server.unref();
