import { JobBearerKind } from './job-bearer.kind.js';
import { JobTokenKind } from './job-token.kind.js';
import { OauthTokenKind } from './oauth-token.kind.js';
import { PersonalTokenKind } from './personal-token.kind.js';
import { SessionKind } from './session.kind.js';

/** Every kind of credential in the order in which they decide (contract: conventions §6.1). */
export const TOKEN_KINDS = [JobBearerKind, OauthTokenKind, PersonalTokenKind, JobTokenKind, SessionKind] as const;
