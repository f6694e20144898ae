import type { EventPayload } from '../records/event-payload.js';

/** The ref of the event itself, or of its object. */
export function refOf({ ref, object_attributes: attributes }: EventPayload): string | null {
  if (typeof ref === 'string') {
    return ref;
  }
  const inner = typeof attributes === 'object' && attributes !== null && 'ref' in attributes ? attributes.ref : null;
  return typeof inner === 'string' ? inner : null;
}
