import { RequestMethod, UseInterceptors } from '@nestjs/common';
import type { INestApplication, NestInterceptor } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { Request, Response } from 'express';
import { from, lastValueFrom } from 'rxjs';
import { stateOf } from '../request-state.js';
import { OWN_TRANSACTIONS } from './own-transactions.decorator.js';
import { readAsOf } from './read-as.decorator.js';

const READS: readonly unknown[] = [undefined, RequestMethod.GET, RequestMethod.HEAD];

/** Stateless: what it does was decided by the guard and lies in the request's state. */
const unitOfWorkInterceptor: NestInterceptor = {
  intercept(context, next) {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const { unitOfWork } = stateOf(request);
    if (!unitOfWork) {
      return next.handle();
    }
    const work = unitOfWork.perform({
      request,
      response: http.getResponse<Response>(),
      perform: () => lastValueFrom(next.handle(), { defaultValue: undefined }),
      ownTransactions: !request.complete || Reflect.hasMetadata(OWN_TRANSACTIONS, context.getHandler()),
      readAs: readAsOf(context.getHandler()),
    });
    return from(work);
  },
};

const attached = new WeakSet<object>();

type Choice = (controller: object, method: object) => boolean;

/**
 * Puts the unit of work around every write route that may need one. Not a global interceptor: the others would pay for
 * it and never use it.
 */
export function attachUnitOfWork(app: INestApplication, mayNeedIt: Choice): void {
  const scanner = new MetadataScanner();
  for (const { metatype } of app.get(DiscoveryService).getControllers()) {
    const prototype: unknown = metatype?.prototype;
    if (metatype && typeof prototype === 'object' && prototype !== null) {
      scanner.getAllMethodNames(prototype).forEach((name) => {
        attach(prototype, name, (method) => mayNeedIt(metatype, method));
      });
    }
  }
}

function attach(prototype: object, name: string, mayNeedIt: (method: object) => boolean): void {
  const method: unknown = Reflect.get(prototype, name);
  if (typeof method !== 'function' || attached.has(method) || !mayNeedIt(method)) {
    return;
  }
  if (!READS.includes(Reflect.getMetadata(METHOD_METADATA, method))) {
    attached.add(method);
    UseInterceptors(unitOfWorkInterceptor)(prototype, name, { value: method });
  }
}
