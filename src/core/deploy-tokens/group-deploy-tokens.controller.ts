import { Controller, Delete, Get, Header, HttpCode, Post } from '@nestjs/common';
import type { PageRequest } from '../../common/pagination/page-request.js';
import { Allow } from '../access/allow.decorator.js';
import { Answers } from '../access/answers.decorator.js';
import type { Caller } from '../access/caller.js';
import { IdParam, Input, Me, Paging, Target } from '../access/request.decorators.js';
import type { Group } from '../groups/group.js';
import { GROUP_MANAGER } from '../groups/group-members.js';
import { deployedGroup } from './deploy-token-containers.js';
import {
  DeployTokenSchema,
  NewDeployTokenSchema,
  presentDeployToken,
  presentNewDeployToken,
} from './deploy-token.presenter.js';
import { DeployTokensService } from './deploy-tokens.service.js';
import { CreateDeployTokenInput, ListDeployTokensQuery } from './deploy-tokens.dto.js';

/** Contract: registry §8. */
@Controller('groups/:id/deploy_tokens')
@Allow({ on: 'group', role: GROUP_MANAGER })
export class GroupDeployTokensController {
  constructor(private readonly tokens: DeployTokensService) {}

  @Get()
  @Answers([DeployTokenSchema])
  async list(@Target() group: Group, @Paging() page: PageRequest, @Input() { active }: ListDeployTokensQuery) {
    return (await this.tokens.list(deployedGroup(group), page, active)).map(presentDeployToken);
  }

  @Post()
  @Header('Cache-Control', 'no-store')
  @Answers(NewDeployTokenSchema)
  async create(@Target() group: Group, @Me() me: Caller, @Input() input: CreateDeployTokenInput) {
    const { name, scopes, username, expires_at: expiresAt } = input;
    return presentNewDeployToken(
      await this.tokens.issue(deployedGroup(group), { name, scopes, username, expiresAt }, me),
    );
  }

  @Delete(':token_id')
  @HttpCode(204)
  @Answers(null)
  revoke(@Target() group: Group, @Me() me: Caller, @IdParam('token_id') id: number) {
    return this.tokens.revoke(deployedGroup(group), id, me);
  }
}
