const two = (value: number): string => String(value).padStart(2, '0');

/** `hh:mm:ss`, or `mm:ss` below one hour (contract: integrations §6.1). */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  const rest = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  return hours === 0 ? rest : `${two(hours)}:${rest}`;
}
