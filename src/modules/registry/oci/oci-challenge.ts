import type { ApiError } from '../../../common/errors/api-error.js';
import type { RegistryAction } from '../auth/access-scope.js';
import { REGISTRY_SERVICE } from '../auth/registry-tokens.js';
import { tokenNeeded } from '../registry-errors.js';

/** What a client asks the token endpoint for: a write also reads (contract: registry §6). */
const ASKED = { pull: 'pull', push: 'pull,push', delete: 'delete', resume: 'pull' } as const;

/** `resume`: asking how far an upload came, for callers who may pull or push. */
export type RepositoryRight = keyof typeof ASKED;

/** The actions of which one is enough. */
export const actionsOf = (right: RepositoryRight): readonly RegistryAction[] =>
  right === 'resume' ? ['push', 'pull'] : [right];

export const scopeText = (name: string, right: RepositoryRight): string => `repository:${name}:${ASKED[right]}`;

/** Builds the 401 that tells a client where to get a token, and of which scopes; its parameters are joined by commas alone. */
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
