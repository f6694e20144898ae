import type { Caller } from './caller.js';

/** Whether the caller sees a thing of this visibility, given their level there (contract: conventions §8). */
export function sees(
  caller: Pick<Caller, 'isAdmin' | 'seesInternal'>,
  visibility: 'private' | 'internal' | 'public',
  level: number | null,
): boolean {
  if (caller.isAdmin || visibility === 'public' || (level ?? 0) > 0) {
    return true;
  }
  return visibility === 'internal' && caller.seesInternal;
}
