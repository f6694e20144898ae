// Preloaded into a service (`--import`): reports over a local socket for how long its event loop was blocked.
import { createServer } from 'node:net';
import { performance } from 'node:perf_hooks';

const BEAT_MS = 5;

delete process.env.NODE_OPTIONS; // programs that the service starts are not watched

let last = performance.now();
let longest = 0;
function beat() {
  const now = performance.now();
  longest = Math.max(longest, now - last - BEAT_MS);
  last = now;
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
