import type { ReturnTarget, Session } from '../sessions/session.js';

/** Of one name; the newest without one, and none for an empty name. */
export function returnTargetOf({ returnTargets }: Session, id: string | undefined): ReturnTarget | null {
  const wanted = id === undefined ? returnTargets[0] : returnTargets.find((target) => target.id === id);
  return wanted ?? null;
}

/** Whether the sign-in of the session is later than the request that wants one (contract: oauth §4, `prompt=login`). */
export const isSignedInSince = ({ signedInAt }: Session, { askedAt }: ReturnTarget): boolean =>
  signedInAt !== null && Date.parse(signedInAt) > askedAt;
