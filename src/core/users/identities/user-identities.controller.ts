import { Controller, Delete, HttpCode } from '@nestjs/common';
import { Allow } from '../../access/allow.decorator.js';
import { Answers } from '../../access/answers.decorator.js';
import type { Caller } from '../../access/caller.js';
import { Me, Target, TextParam } from '../../access/request.decorators.js';
import type { User } from '../user.js';
import { UserTargetResolver } from '../user-target.resolver.js';
import { UserIdentitiesService } from './user-identities.service.js';

/** Contract: scim-graphql §C1.4. */
@Controller('users/:user_id/identities')
@Allow({ on: UserTargetResolver, role: 'admin' })
export class UserIdentitiesController {
  constructor(private readonly identities: UserIdentitiesService) {}

  @Delete(':provider')
  @HttpCode(204)
  @Answers(null)
  delete(@Target() user: User, @Me() me: Caller, @TextParam('provider') provider: string) {
    return this.identities.unlink(user, provider, me);
  }
}
