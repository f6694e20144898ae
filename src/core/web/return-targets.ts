import type { ReturnTarget, Session } from '../sessions/session.js';

/** Returns the target with this id; the newest without an id, and none for an empty one. */
export function returnTargetOf({ returnTargets }: Session, id: string | undefined): ReturnTarget | null {
  const wanted = id === undefined ? returnTargets[0] : returnTargets.find((target) => target.id === id);
  return wanted ?? null;
}

/** Whether the session's sign-in is later than the request that requires one (contract: oauth §4, `prompt=login`). */
export const isSignedInSince = ({ signedInAt }: Session, { askedAt }: ReturnTarget): boolean =>
  signedInAt !== null && Date.parse(signedInAt) > askedAt;
