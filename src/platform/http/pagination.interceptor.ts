import { Injectable } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { map } from 'rxjs';
import type { Observable } from 'rxjs';
import { pageHeaders } from '../../common/pagination/page-headers.js';
import { Page } from '../../common/pagination/page.js';
import type { PagePosition } from '../../common/pagination/page.js';
import { Env } from '../config/env.js';
import type { HttpRequest, HttpResponse } from './http-types.js';
import { stateOf } from './request-state.js';
import { StreamedJson } from './streamed-json.js';

/**
 * Writes Link and the X-* headers of a list and returns its items; attached by `@Paging()` (contract: conventions §9,
 * §10).
 */
@Injectable()
export class PaginationInterceptor implements NestInterceptor {
  constructor(private readonly env: Env) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const setHeaders = (position: PagePosition): void => {
      const { target } = stateOf(http.getRequest<HttpRequest>());
      http
        .getResponse<HttpResponse>()
        .setHeaders(new Map(Object.entries(pageHeaders(position, this.env.baseUrl, target))));
    };
    return next.handle().pipe(map((answer: unknown) => withoutPosition(answer, setHeaders)));
  }
}

function withoutPosition(answer: unknown, setHeaders: (position: PagePosition) => void): unknown {
  if (answer instanceof Page) {
    setHeaders(answer.position);
    return answer.items;
  }
  if (answer instanceof StreamedJson && answer.position) {
    setHeaders(answer.position);
  }
  return answer;
}
