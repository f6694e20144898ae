import type { Role } from '../../../core/access/role.js';
import { isUsable } from '../../../core/access/account-state.js';
import type { PipelineCreator } from '../../pipelines/creation/pipeline-facts.repository.js';

/** The account linked to a chat user, in the project of the command. */
export interface ChatMember extends PipelineCreator {
  readonly projectId: number;
}

/** Blocked accounts may do nothing (contract: integrations §9). */
export const mayDo = ({ actor, permission }: PipelineCreator, role: Role): boolean =>
  isUsable(actor) && (permission.isAdmin || permission.level >= role);
