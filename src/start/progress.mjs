const TICK_MS = 1000;

/** Says what is being done and how long it took; on a terminal one line counts the seconds meanwhile. */
export async function withProgress(what, work, say, terminal = process.stderr) {
  const since = performance.now();
  const line = () => `${what} ... ${Math.round((performance.now() - since) / 1000)} s`;
  if (!terminal.isTTY) {
    say(`${what} ...`);
    const result = await work();
    say(line());
    return result;
  }
  const tick = setInterval(() => terminal.write(`\r${line()}`), TICK_MS);
  terminal.write(`\r${line()}`);
  try {
    return await work();
  } finally {
    clearInterval(tick);
    terminal.write(`\r${line()}\n`);
  }
}
