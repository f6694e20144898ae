import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Does something, and answers for how many milliseconds at most the process let nothing else happen meanwhile. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  try {
    await work();
  } finally {
    delay.disable();
  }
  return delay.max / 1e6;
}
