import { Delete, Get, HttpCode, Patch, Post, Put, Req, Res, UseGuards } from '@nestjs/common';
import { Public } from '../../../core/access/allow.decorator.js';
import { Env } from '../../../platform/config/env.js';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { queryOf } from '../../../platform/http/query-of.js';
import { stateOf } from '../../../platform/http/request-state.js';
import { RootController } from '../../../platform/http/root-controller.js';
import { presentScimList } from '../discovery/scim-list.presenter.js';
import { patchedUser } from '../patch/patched-user.js';
import { readPatch } from '../patch/read-patch.js';
import { byLowerName } from '../protocol/by-lower-name.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import { readScimBody } from '../protocol/scim-body.js';
import { Call } from '../protocol/scim-call.decorator.js';
import type { ScimCall } from '../protocol/scim-call.js';
import { scimBadRequest } from '../protocol/scim-errors.js';
import { ScimGuard } from '../protocol/scim.guard.js';
import { selectedAttributes } from '../protocol/selected-attributes.js';
import { writeResource, writeScim } from '../protocol/write-scim.js';
import { scimBaseUrl } from '../tokens/scim-token.js';
import { readScimUser } from '../users/read-scim-user.js';
import type { ScimIdentity } from '../users/scim-identity.js';
import { readListRequest } from '../users/scim-list-request.js';
import { presentScimUser } from '../users/scim-user.presenter.js';
import { ScimUsersService } from '../users/scim-users.service.js';
import type { ScimChange } from '../users/scim-users.service.js';

/** Contract: scim-graphql §A4. */
@RootController('api/scim/v2/groups/*group_path/Users')
@Public()
@UseGuards(ScimGuard)
export class ScimUsersController {
  constructor(
    private readonly users: ScimUsersService,
    private readonly env: Env,
  ) {}

  @Get()
  async list(@Call() call: ScimCall, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    await this.answerList(call, response, Object.fromEntries(queryOf(request)));
  }

  @Post('.search')
  async search(@Call() call: ScimCall, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    await this.answerList(call, response, await readScimBody(request));
  }

  @Post()
  async create(@Call() call: ScimCall, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    const user = readScimUser(await readScimBody(request));
    writeResource(request, response, 201, this.present(call, await this.users.create(call, user)));
  }

  @Get(':id')
  async read(@Call() call: ScimCall, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    writeResource(request, response, 200, this.present(call, await this.users.get(call, changeIn(request).uuid)));
  }

  @Put(':id')
  async replace(@Call() call: ScimCall, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    const change = changeIn(request);
    const body = await readScimBody(request);
    if ((byLowerName(body).get('id') ?? change.uuid) !== change.uuid) {
      throw scimBadRequest('mutability', 'id cannot change.');
    }
    const user = readScimUser(body);
    writeResource(request, response, 200, this.present(call, await this.users.update(call, change, () => user)));
  }

  @Patch(':id')
  async change(@Call() call: ScimCall, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    const operations = readPatch(await readScimBody(request));
    const changed = await this.users.update(call, changeIn(request), (now) => patchedUser(now, operations));
    writeResource(request, response, 200, this.present(call, changed));
  }

  @Delete(':id')
  @HttpCode(204)
  async remove(@Call() call: ScimCall, @Req() request: HttpRequest) {
    await this.users.delete(call, changeIn(request));
  }

  private async answerList(call: ScimCall, response: HttpResponse, params: JsonObject): Promise<void> {
    const { total, startIndex, identities } = await this.users.list(call, readListRequest(params));
    const resources = identities.map((identity) => selectedAttributes(this.present(call, identity), params));
    writeScim(response, 200, presentScimList(resources, { total, startIndex }));
  }

  private present({ token }: ScimCall, identity: ScimIdentity) {
    return presentScimUser(identity, scimBaseUrl(this.env.baseUrl, token.group.fullPath));
  }
}

const changeIn = (request: HttpRequest): ScimChange => ({
  uuid: (stateOf(request).path.id ?? '').toLowerCase(),
  ifMatch: request.headers['if-match'],
});
