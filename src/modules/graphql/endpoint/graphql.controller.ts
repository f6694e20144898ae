import { Get, Post, Req, Res } from '@nestjs/common';
import type { FormattedExecutionResult } from 'graphql';
import type { AccessContext } from '../../../core/access/access-context.js';
import { Public } from '../../../core/access/allow.decorator.js';
import { CallerResolver } from '../../../core/access/caller-resolver.js';
import { SudoAudit } from '../../../core/access/sudo-audit.js';
import { GraphqlContext } from '../../../core/graphql/graphql-context.js';
import { spamProofOf } from '../../../core/spam/spam-proof.js';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { RootController } from '../../../platform/http/root-controller.js';
import { StreamedJson, writePieces } from '../../../platform/http/streamed-json.js';
import { writeText } from '../../../platform/http/write-answer.js';
import { SchemaService } from '../schema/schema.service.js';
import { DocumentsService } from './documents.service.js';
import { jsonPieces } from './json-pieces.js';
import { readRequests } from './read-requests.js';
import type { GraphqlRequest } from './read-requests.js';

/** Longer answers are sent while their text is made. */
const HELD_CHARACTERS = 1024 * 1024;
const SDL_TYPE = 'text/plain; charset=utf-8';

/** Contract: scim-graphql §B1. */
@RootController('api/graphql')
@Public()
export class GraphqlController {
  constructor(
    private readonly callers: CallerResolver,
    private readonly documents: DocumentsService,
    private readonly schemas: SchemaService,
    private readonly sudoAudit: SudoAudit,
  ) {}

  @Post()
  async answer(@Req() request: HttpRequest, @Res() response: HttpResponse): Promise<void> {
    const access = await this.callers.identify(request, response);
    const { requests, isList } = await readRequests(request);
    const results: FormattedExecutionResult[] = [];
    for (const one of requests) {
      results.push(await this.run(one, access, response));
    }
    response.setHeader('Cache-Control', 'no-store'); // tokens may be among the answers
    const pieces = () => jsonPieces(isList ? results : results[0]);
    await writePieces(request, response, 200, new StreamedJson(pieces, null, {}, HELD_CHARACTERS));
  }

  @Get('schema')
  schema(@Res() response: HttpResponse): void {
    writeText(response, 200, this.schemas.text, SDL_TYPE);
  }

  private run(one: GraphqlRequest, access: AccessContext, response: HttpResponse) {
    const context = new GraphqlContext(access.caller, spamProofOf(access.request));
    const onChange = access.caller.sudoBy ? () => this.sudoAudit.recordChange(access) : undefined;
    return this.documents.answer(one, context, response, onChange);
  }
}
