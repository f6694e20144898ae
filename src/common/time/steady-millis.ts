/** Monotonic milliseconds, the same in all threads of the process. */
export const steadyMillis = (): number => Number(process.hrtime.bigint() / 1_000_000n);
