/** Returns the switches contained in `input`; undefined when there are none (contract: core §5, §6). */
export function sentSwitches(switches: object, input: object) {
  const names = new Set(Object.keys(switches));
  const sent = Object.entries(input).filter(([name, value]) => names.has(name) && value !== undefined);
  return sent.length === 0 ? undefined : Object.fromEntries(sent);
}
