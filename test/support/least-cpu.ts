/** As many runs as leave one that neither compiles nor collects garbage, nor is slowed by what else the machine does. */
const RUNS = 6;

/** The fewest milliseconds of a processor that this takes, of several runs of it: what is in the work itself. */
export async function leastCpuMillis(work: () => unknown): Promise<number> {
  let least = Infinity;
  for (let run = 0; run < RUNS; run += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
