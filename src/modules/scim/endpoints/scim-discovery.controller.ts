import { All, Get, Req, Res, UseGuards } from '@nestjs/common';
import { Public } from '../../../core/access/allow.decorator.js';
import { Env } from '../../../platform/config/env.js';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { stateOf } from '../../../platform/http/request-state.js';
import { RootController } from '../../../platform/http/root-controller.js';
import { resourceTypes, SERVICE_PROVIDER_CONFIG, userSchemas } from '../discovery/service-description.js';
import { presentScimList } from '../discovery/scim-list.presenter.js';
import { Call } from '../protocol/scim-call.decorator.js';
import type { ScimCall } from '../protocol/scim-call.js';
import { noSuchResource, notOffered } from '../protocol/scim-errors.js';
import { ScimGuard } from '../protocol/scim.guard.js';
import { writeScim } from '../protocol/write-scim.js';
import { scimBaseUrl } from '../tokens/scim-token.js';
import type { ScimDescription } from '../discovery/service-description.js';

/** Describes the service for providers that read this first (contract: scim-graphql §A4). */
@RootController('api/scim/v2/groups/*group_path')
@Public()
@UseGuards(ScimGuard)
export class ScimDiscoveryController {
  constructor(private readonly env: Env) {}

  @Get('ServiceProviderConfig')
  config(@Call() call: ScimCall, @Res() response: HttpResponse): void {
    const meta = { resourceType: 'ServiceProviderConfig', location: `${this.baseOf(call)}/ServiceProviderConfig` };
    writeScim(response, 200, { ...SERVICE_PROVIDER_CONFIG, meta });
  }

  @Get('ResourceTypes')
  types(@Call() call: ScimCall, @Res() response: HttpResponse): void {
    writeAll(response, resourceTypes(this.baseOf(call)));
  }

  @Get('ResourceTypes/:id')
  type(@Call() call: ScimCall, @Req() request: HttpRequest, @Res() response: HttpResponse): void {
    writeOne(request, response, resourceTypes(this.baseOf(call)));
  }

  @Get('Schemas')
  schemas(@Call() call: ScimCall, @Res() response: HttpResponse): void {
    writeAll(response, userSchemas(this.baseOf(call)));
  }

  @Get('Schemas/:id')
  schema(@Call() call: ScimCall, @Req() request: HttpRequest, @Res() response: HttpResponse): void {
    writeOne(request, response, userSchemas(this.baseOf(call)));
  }

  @All('Bulk')
  bulk(): void {
    throw notOffered();
  }

  private baseOf({ token }: ScimCall): string {
    return scimBaseUrl(this.env.baseUrl, token.group.fullPath);
  }
}

function writeAll(response: HttpResponse, descriptions: readonly ScimDescription[]): void {
  writeScim(response, 200, presentScimList(descriptions, { total: descriptions.length, startIndex: 1 }));
}

/** Throws 404 for an unknown id. */
function writeOne(request: HttpRequest, response: HttpResponse, descriptions: readonly ScimDescription[]): void {
  const wanted = stateOf(request).path.id?.toLowerCase();
  const found = descriptions.find(({ id }) => id.toLowerCase() === wanted);
  if (!found) {
    throw noSuchResource();
  }
  writeScim(response, 200, found);
}
