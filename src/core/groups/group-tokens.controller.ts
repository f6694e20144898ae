import { Controller, Delete, Get, Header, HttpCode, Post } from '@nestjs/common';
import type { PageRequest } from '../../common/pagination/page-request.js';
import { Allow } from '../access/allow.decorator.js';
import { Answers } from '../access/answers.decorator.js';
import type { Caller } from '../access/caller.js';
import { IdParam, Input, Me, Paging, Target } from '../access/request.decorators.js';
import { AccessTokensService } from '../tokens/access-tokens.service.js';
import { ContainerTokensService, refuseBot } from '../tokens/container-tokens.service.js';
import { CreateContainerTokenInput, RotateTokenInput } from '../tokens/dto/tokens.dto.js';
import { NewTokenSchema, presentNewToken, presentToken, TokenSchema } from '../tokens/token.presenter.js';
import { TokenRotation } from '../tokens/token-rotation.service.js';
import { GROUP_KEEPER, groupContainer } from './group-members.js';
import type { Group } from './group.js';

/** Contract: core §4. */
@Controller('groups/:id/access_tokens')
@Allow({ on: 'group', role: GROUP_KEEPER })
export class GroupTokensController {
  constructor(
    private readonly tokens: ContainerTokensService,
    private readonly issuing: AccessTokensService,
    private readonly rotation: TokenRotation,
  ) {}

  @Get()
  @Answers([TokenSchema])
  async list(@Target() group: Group, @Paging() page: PageRequest) {
    return (await this.tokens.list(groupContainer(group), page)).map(presentToken);
  }

  @Get(':token_id')
  @Answers(TokenSchema)
  async show(@Target() group: Group, @IdParam('token_id') id: number) {
    return presentToken(await this.tokens.get(groupContainer(group), id));
  }

  @Post()
  @Header('Cache-Control', 'no-store')
  @Answers(NewTokenSchema)
  async create(@Target() group: Group, @Me() me: Caller, @Input() input: CreateContainerTokenInput) {
    const { name, scopes, description, expires_at: expiresAt, access_level: accessLevel } = input;
    const token = { name, scopes, description, expiresAt, accessLevel };
    return presentNewToken(await this.tokens.issue(groupContainer(group), token, me));
  }

  @Post(':token_id/rotate')
  @Header('Cache-Control', 'no-store')
  @Answers(NewTokenSchema)
  async rotate(
    @Target() group: Group,
    @Me() me: Caller,
    @IdParam('token_id') id: number,
    @Input() input: RotateTokenInput,
  ) {
    refuseBot(me);
    const token = await this.tokens.get(groupContainer(group), id);
    return presentNewToken(await this.rotation.rotate(token, input.expires_at, me));
  }

  @Delete(':token_id')
  @HttpCode(204)
  @Answers(null)
  async revoke(@Target() group: Group, @Me() me: Caller, @IdParam('token_id') id: number) {
    await this.issuing.revoke(await this.tokens.get(groupContainer(group), id), me);
  }
}
