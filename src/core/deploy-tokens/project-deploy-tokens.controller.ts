import { Controller, Delete, Get, Header, HttpCode, Post } from '@nestjs/common';
import type { PageRequest } from '../../common/pagination/page-request.js';
import { Allow } from '../access/allow.decorator.js';
import { Answers } from '../access/answers.decorator.js';
import type { Caller } from '../access/caller.js';
import { IdParam, Input, Me, Paging, Target } from '../access/request.decorators.js';
import type { Project } from '../projects/project.js';
import { PROJECT_MANAGER } from '../projects/project-members.js';
import { deployedProject } from './deploy-token-containers.js';
import {
  DeployTokenSchema,
  NewDeployTokenSchema,
  presentDeployToken,
  presentNewDeployToken,
} from './deploy-token.presenter.js';
import { DeployTokensService } from './deploy-tokens.service.js';
import { CreateDeployTokenInput, ListDeployTokensQuery } from './deploy-tokens.dto.js';

/** Contract: registry §8. */
@Controller('projects/:id/deploy_tokens')
@Allow({ on: 'project', role: PROJECT_MANAGER })
export class ProjectDeployTokensController {
  constructor(private readonly tokens: DeployTokensService) {}

  @Get()
  @Answers([DeployTokenSchema])
  async list(@Target() project: Project, @Paging() page: PageRequest, @Input() { active }: ListDeployTokensQuery) {
    return (await this.tokens.list(deployedProject(project), page, active)).map(presentDeployToken);
  }

  @Post()
  @Header('Cache-Control', 'no-store')
  @Answers(NewDeployTokenSchema)
  async create(@Target() project: Project, @Me() me: Caller, @Input() input: CreateDeployTokenInput) {
    const { name, scopes, username, expires_at: expiresAt } = input;
    return presentNewDeployToken(
      await this.tokens.issue(deployedProject(project), { name, scopes, username, expiresAt }, me),
    );
  }

  @Delete(':token_id')
  @HttpCode(204)
  @Answers(null)
  revoke(@Target() project: Project, @Me() me: Caller, @IdParam('token_id') id: number) {
    return this.tokens.revoke(deployedProject(project), id, me);
  }
}
