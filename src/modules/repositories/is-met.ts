import { strongEtag } from '../../common/conditional/etag.js';
import type { Precondition } from '../../platform/http/unit-of-work/precondition.js';

/**
 * Whether the record that a GET shows to this caller satisfies the precondition (contract: conventions §11, git §10.4).
 */
export const isMet = (precondition: Precondition | undefined, view: object): boolean =>
  precondition?.({ etag: strongEtag(JSON.stringify(view)), lastModified: undefined }) ?? true;
