import { IS_INVALID } from '../../common/errors/catalogue.js';
import { Bool, Text, Time } from '../../common/params/param.decorators.js';
import { Name } from '../../common/params/name-rules.js';
import { Scopes } from '../tokens/scopes.decorator.js';
import { DEPLOY_TOKEN_SCOPES } from './deploy-token.js';

/** In HTTP Basic, a user name ends at the first colon. */
const USERNAME = /^[^:\s\p{Cc}]+$/u;
const asUsername = (text: string): string | undefined => (USERNAME.test(text) ? undefined : IS_INVALID);

/** Contract: registry §8. */
export class CreateDeployTokenInput {
  @Name({ required: true }) name: string;
  @Scopes(DEPLOY_TOKEN_SCOPES) scopes: string[];
  @Text({ nullable: true, hasDefault: true, check: asUsername }) username?: string | null;
  @Time({ nullable: true }) expires_at?: Date | null;
}

export class ListDeployTokensQuery {
  /** Leaves out expired tokens. */
  @Bool() active?: boolean;
}
