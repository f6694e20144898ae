import { Controller, HttpCode, Post } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import { record } from '../../../common/wire/wire-types.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { IdParam, Me, Target } from '../../../core/access/request.decorators.js';
import type { Group } from '../../../core/groups/group.js';
import { GROUP_MANAGER } from '../../../core/groups/group-members.js';
import { ScimTokenTestsService } from './scim-token-tests.service.js';

const ScimTokenTestSchema = record('ScimTokenTest', {
  ok: Type.Boolean(),
  checks: Type.Array(Type.Object({ name: Type.String(), ok: Type.Boolean(), detail: Type.String() })),
});

/** Contract: scim-graphql, Beyond the interface 2. */
@Controller('groups/:id/scim_tokens/:token_id/test')
@Allow({ on: 'group', role: GROUP_MANAGER, scopes: ['api'] })
export class ScimTokenTestsController {
  constructor(private readonly tests: ScimTokenTestsService) {}

  @Post()
  @HttpCode(200)
  @Answers(ScimTokenTestSchema)
  async run(@Target() group: Group, @Me() me: Caller, @IdParam('token_id') id: number) {
    const checks = await this.tests.run(group, id, me);
    return { ok: checks.every(({ ok }) => ok), checks };
  }
}
