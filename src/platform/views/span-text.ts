const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Formats a duration for people: `0.4 s`, `1 min 5 s`, `25 h 1 min`. */
export function spanText(seconds: number): string {
  if (seconds < MINUTE) {
    return `${Math.floor(seconds * 10) / 10} s`;
  }
  const whole = Math.floor(seconds);
  return whole < HOUR
    ? `${Math.floor(whole / MINUTE)} min ${whole % MINUTE} s`
    : `${Math.floor(whole / HOUR)} h ${Math.floor((whole % HOUR) / MINUTE)} min`;
}
