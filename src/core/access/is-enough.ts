import type { AllowRule } from './allow.decorator.js';
import type { Caller } from './caller.js';

/** Whether a caller with this level has the role that a rule demands. */
export function isEnough(role: Exclude<AllowRule['role'], undefined>, caller: Caller, level: number | null): boolean {
  switch (role) {
    case 'admin':
      return caller.isAdmin;
    case 'insider':
      return caller.seesInternal;
    default:
      return caller.isAtLeast(role, level);
  }
}
