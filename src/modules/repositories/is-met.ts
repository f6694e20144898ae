import { strongEtag } from '../../common/conditional/etag.js';
import type { Precondition } from '../../platform/http/unit-of-work/precondition.js';

/** Whether the record, as a GET shows it to this caller, is what was meant (contract: conventions §11, git §10.4). */
export const isMet = (precondition: Precondition | undefined, view: object): boolean =>
  precondition?.({ etag: strongEtag(JSON.stringify(view)), lastModified: undefined }) ?? true;
