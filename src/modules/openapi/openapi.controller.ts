import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { HttpRequest, HttpResponse } from '../../platform/http/http-types.js';
import { unknownRoute } from '../../common/errors/catalogue.js';
import { REVALIDATED } from '../../platform/http/write-answer.js';
import { stateOf } from '../../platform/http/request-state.js';
import { RootController } from '../../platform/http/root-controller.js';
import { Allow, Public } from '../../core/access/allow.decorator.js';
import { Answers } from '../../core/access/answers.decorator.js';
import { matchesWeakly } from '../../common/conditional/etag.js';
import { DOCS_PAGE, DOCS_POLICY } from './docs-page.js';
import { ServedDocument } from './served-document.js';

const ASSETS = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const TYPES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};
const START_SCRIPT = "SwaggerUIBundle({ url: '/api/v4/openapi.json', dom_id: '#docs', deepLinking: true });\n";

/** The description of the API, and a page for browsing it; assets come from the package, nothing from other hosts. */
@Controller()
@Allow({ on: 'instance', anonymous: true })
export class OpenApiController {
  constructor(private readonly document: ServedDocument) {}

  @Get('openapi.json')
  @Answers(Type.Record(Type.String(), Type.Unknown()))
  async describe(@Req() request: HttpRequest, @Res() response: HttpResponse): Promise<void> {
    const { coding, bytes, etag } = await this.document.in(request.headers['accept-encoding']?.toString());
    response.setHeader('ETag', etag);
    response.setHeader('Cache-Control', REVALIDATED);
    response.setHeader('Vary', 'Origin, Accept-Encoding');
    if (matchesWeakly(request.headers['if-none-match'] ?? '', etag)) {
      response.writeHead(304).end();
      return;
    }
    if (coding !== 'identity') {
      response.setHeader('Content-Encoding', coding);
    }
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', bytes.length);
    response.end(bytes);
  }
}

@RootController('api/docs')
@Public()
export class DocsController {
  @Get()
  page(@Res() response: HttpResponse): void {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Content-Security-Policy', DOCS_POLICY);
    response.end(DOCS_PAGE);
  }

  @Get('start.js')
  start(@Res() response: HttpResponse): void {
    response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
    response.end(START_SCRIPT);
  }

  @Get(':asset')
  async asset(@Req() request: HttpRequest, @Res() response: HttpResponse): Promise<void> {
    const name = stateOf(request).path.asset ?? '';
    const type = TYPES[name];
    if (type === undefined) {
      throw unknownRoute();
    }
    response.setHeader('Content-Type', type);
    response.setHeader('Cache-Control', 'max-age=86400');
    // pipe() would leave the file open for good when the client goes away
    await pipeline(createReadStream(path.join(ASSETS, name)), response).catch(() => response.destroy());
  }
}
