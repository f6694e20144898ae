import { Injectable } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { catchError } from 'rxjs';
import type { Observable } from 'rxjs';
import { ApiError } from '../../common/errors/api-error.js';
import type { HttpRequest, HttpResponse } from '../../platform/http/http-types.js';
import { stateOf } from '../../platform/http/request-state.js';
import { isRead } from '../../platform/http/write-answer.js';
import { isOwnPath } from '../../platform/views/html.js';
import { found } from '../../platform/views/web-answer.js';
import { PageRedirect } from './page-redirect.js';
import { wantsHtml, webContextOf } from './web-context-of.js';
import { WebContextsService } from './web-contexts.service.js';

/**
 * Sends anonymous visitors to sign in, and back afterwards, when a page is hidden from them. A page that does not exist
 * does the same, so that the two cannot be distinguished.
 */
@Injectable()
export class SignInInterceptor implements NestInterceptor {
  constructor(private readonly webContexts: WebContextsService) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<HttpRequest>(), http.getResponse<HttpResponse>()];
    return next.handle().pipe(
      catchError(async (error: unknown) => {
        throw isHidden(error) && mayBeSentAway(request, response) ? await this.signInFirst(request, response) : error;
      }),
    );
  }

  private async signInFirst(request: HttpRequest, response: HttpResponse): Promise<PageRedirect> {
    const { target } = stateOf(request);
    return new PageRedirect(found(await this.webContexts.signInAddressFor(webContextOf(request), target, response)));
  }
}

const isHidden = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 403 || error.status === 404);

/** Programs get the API's error, and no session is created for them. */
const mayBeSentAway = (request: HttpRequest, response: HttpResponse): boolean =>
  isRead(request) &&
  isOwnPath(stateOf(request).target) &&
  wantsHtml(request) &&
  webContextOf(request).account === null &&
  !response.headersSent;
