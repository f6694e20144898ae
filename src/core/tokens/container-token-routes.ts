import { Delete, Get, Header, HttpCode, Injectable, Post } from '@nestjs/common';
import type { PageRequest } from '../../common/pagination/page-request.js';
import { Answers } from '../access/answers.decorator.js';
import type { Caller } from '../access/caller.js';
import { IdParam, Input, Me, Paging, Target } from '../access/request.decorators.js';
import type { MemberContainer } from '../members/member.js';
import { AccessTokensService } from './access-tokens.service.js';
import { ContainerTokensService } from './container-tokens.service.js';
import { CreateContainerTokenInput, ListContainerTokensQuery, RotateTokenInput } from './tokens.dto.js';
import { NewTokenSchema, presentNewToken, presentToken, TokenSchema } from './token.presenter.js';

/** Routes of access tokens of a project or group (contract: core §4). */
@Injectable()
export abstract class ContainerTokenRoutes<T> {
  constructor(
    private readonly tokens: ContainerTokensService,
    private readonly issuing: AccessTokensService,
  ) {}

  protected abstract containerOf(target: T): MemberContainer;

  @Get()
  @Answers([TokenSchema])
  async list(@Target() target: T, @Paging() page: PageRequest, @Input() query: ListContainerTokensQuery) {
    return (await this.tokens.list(this.containerOf(target), page, query)).map(presentToken);
  }

  @Get(':token_id')
  @Answers(TokenSchema)
  async show(@Target() target: T, @IdParam('token_id') id: number) {
    return presentToken(await this.tokens.getLasting(this.containerOf(target), id));
  }

  @Post()
  @Header('Cache-Control', 'no-store')
  @Answers(NewTokenSchema)
  async create(@Target() target: T, @Me() me: Caller, @Input() input: CreateContainerTokenInput) {
    const { name, scopes, description, expires_at: expiresAt, access_level: accessLevel } = input;
    const token = { name, scopes, description, expiresAt, accessLevel };
    return presentNewToken(await this.tokens.issue(this.containerOf(target), token, me));
  }

  @Post(':token_id/rotate')
  @Header('Cache-Control', 'no-store')
  @Answers(NewTokenSchema)
  async rotate(
    @Target() target: T,
    @Me() me: Caller,
    @IdParam('token_id') id: number,
    @Input() input: RotateTokenInput,
  ) {
    return presentNewToken(await this.tokens.rotate(this.containerOf(target), id, input.expires_at, me));
  }

  @Delete(':token_id')
  @HttpCode(204)
  @Answers(null)
  async revoke(@Target() target: T, @Me() me: Caller, @IdParam('token_id') id: number) {
    await this.issuing.revoke(await this.tokens.get(this.containerOf(target), id), me);
  }
}
