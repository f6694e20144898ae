import { Get, Post, Req, Res } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { GraphqlContext } from '../../../core/graphql/graphql-context.js';
import { spamProofOf } from '../../../core/spam/spam-proof.js';
import { Fields, PageController, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { page } from '../../../platform/views/web-answer.js';
import { DocumentsService } from '../endpoint/documents.service.js';
import { objectIn } from '../endpoint/read-requests.js';
import { SchemaService } from '../schema/schema.service.js';
import { EXAMPLE, graphqlPage } from './graphql.page.js';

const INDENT = 2;

/** Page for trying documents as the signed-in user (contract: scim-graphql §B1). */
@PageController('-/graphql', { who: 'signed-in' })
export class GraphqlPageController {
  constructor(
    private readonly documents: DocumentsService,
    private readonly schemas: SchemaService,
  ) {}

  @Get()
  show(@Web() { frame }: WebContext) {
    return page(graphqlPage({ frame, query: EXAMPLE, variables: '', schema: this.schemas.text }));
  }

  @Post()
  async run(
    @Fields() fields: RawParams,
    @Web() { frame, caller }: WebContext,
    @Req() request: HttpRequest,
    @Res({ passthrough: true }) response: HttpResponse,
  ) {
    const [query, text] = [textIn(fields.query), textIn(fields.variables)];
    const facts = { frame, query, variables: text, schema: this.schemas.text };
    const variables = variablesIn(text);
    if (!variables) {
      return page(graphqlPage({ ...facts, errors: ['is not a JSON object'] }), { status: 422 });
    }
    const one = { query, variables, operationName: undefined, hash: undefined };
    const result = await this.documents.answer(one, new GraphqlContext(caller, spamProofOf(request)), response);
    return page(graphqlPage({ ...facts, result: JSON.stringify(result, null, INDENT) }));
  }
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

function variablesIn(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === '') {
    return {};
  }
  try {
    return objectIn(JSON.parse(text));
  } catch {
    return undefined;
  }
}
