import { digestOf } from '../../platform/crypto/random.js';
import type { Caller } from '../access/caller.js';
import type { Visibility } from '../settings/visibility.js';
import type { SpamProof } from './spam-proof.js';

export type SpamType = 'project' | 'group' | 'snippet';

/** A record as it would be after the change, and its author. */
export interface SpamSubject {
  readonly type: SpamType;
  readonly caller: Caller;
  readonly visibility: Visibility;
  /** Name or title. */
  readonly title: string;
  /** Description and content. */
  readonly text: string;
  readonly proof: SpamProof;
  /**
   * Other rules that may refuse the change; checked before the text is sent to the spam check (contract: conventions §1
   * step 13).
   */
  readonly rules?: () => Promise<void>;
}

/** A CAPTCHA is solved for one text only. */
export const hashOf = ({ title, text }: SpamSubject): Buffer => digestOf(JSON.stringify([title, text]));
