import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { from, lastValueFrom } from 'rxjs';
import type { Observable } from 'rxjs';
import type { HttpRequest, HttpResponse } from '../http-types.js';
import { stateOf } from '../request-state.js';
import { OWN_TRANSACTIONS } from './own-transactions.decorator.js';
import { readAsOf } from './read-as.decorator.js';
import type { UnitOfWork } from './unit-of-work.js';

/** Wraps every route; does nothing unless the guard decided that the request is a unit of work. */
export class UnitOfWorkInterceptor implements NestInterceptor {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<HttpRequest>();
    if (!stateOf(request).isUnitOfWork) {
      return next.handle();
    }
    const work = this.unitOfWork.perform({
      request,
      response: http.getResponse<HttpResponse>(),
      perform: () => lastValueFrom(next.handle(), { defaultValue: undefined }),
      ownTransactions: !request.complete || Reflect.hasMetadata(OWN_TRANSACTIONS, context.getHandler()),
      readAs: readAsOf(context.getHandler()),
    });
    return from(work);
  }
}
