import type { ApiError } from '../../../common/errors/api-error.js';
import type { RegistryAction } from '../auth/access-scope.js';
import { REGISTRY_SERVICE } from '../auth/registry-tokens.js';
import { tokenNeeded } from '../registry-errors.js';

/** Actions that a client requests at the token endpoint: a write also needs to read (contract: registry §6). */
const ASKED = { pull: 'pull', push: 'pull,push', delete: 'delete', resume: 'pull' } as const;

/** `resume`: reading the progress of an upload, for callers who may pull or push. */
export type RepositoryRight = keyof typeof ASKED;

/** The actions of which any one is sufficient. */
export const actionsOf = (right: RepositoryRight): readonly RegistryAction[] =>
  right === 'resume' ? ['push', 'pull'] : [right];

export const scopeText = (name: string, right: RepositoryRight): string => `repository:${name}:${ASKED[right]}`;

/**
 * Builds the 401 that tells a client where to get a token, and for which scopes; its parameters are separated by commas
 * without spaces.
 */
export class Challenge {
  private readonly text: string;

  constructor(baseUrl: string, scopes: readonly string[]) {
    const scope = scopes.length > 0 ? `,scope="${scopes.join(' ')}"` : '';
    this.text = `Bearer realm="${baseUrl}/jwt/auth",service="${REGISTRY_SERVICE}"${scope}`;
  }

  missing(): ApiError {
    return tokenNeeded(this.text);
  }

  invalidToken(): ApiError {
    return tokenNeeded(`${this.text},error="invalid_token"`);
  }

  insufficientScope(): ApiError {
    return tokenNeeded(`${this.text},error="insufficient_scope"`);
  }
}
