import { createParamDecorator, UseInterceptors } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { HttpRequest } from '../../platform/http/http-types.js';
import type { KeysetKind } from '../../common/pagination/page-request.js';
import { toInteger } from '../../common/params/coerce.js';
import { PaginationInterceptor } from '../../platform/http/pagination.interceptor.js';
import { accessContextOf } from './access-context.js';

const requestOf = (context: ExecutionContext): HttpRequest => context.switchToHttp().getRequest<HttpRequest>();

/** The caller of the request. */
export const Me = createParamDecorator((_: unknown, context) => accessContextOf(requestOf(context)).caller);

/** The record that `@Allow` names by `on`: the project, the group, or what the module's resolver found. */
export const Target = createParamDecorator((_: unknown, context) => accessContextOf(requestOf(context)).target?.record);

/** A `*_id` of the path as a number; ids beyond what a row can have find nothing. */
export function readId(text: string | undefined): number {
  const id = toInteger(text);
  return id.ok ? id.value : 0;
}

/** A `*_id` of the path. */
export const IdParam = createParamDecorator((name: string, context) =>
  readId(accessContextOf(requestOf(context)).state.path[name]),
);

/** A text parameter of the path, decoded. */
export const TextParam = createParamDecorator(
  (name: string, context) => accessContextOf(requestOf(context)).state.path[name],
);

/** Everything that was sent, read but not checked: path, body and query in one. */
export const Sent = createParamDecorator((_: unknown, context) => accessContextOf(requestOf(context)).params);

const PAGED = Symbol('paged');
const readPaging = createParamDecorator((_: unknown, context) => accessContextOf(requestOf(context)).page);

/**
 * `page`, `per_page` and the keyset parameters: marks the route as a list, whose headers {@link PaginationInterceptor}
 * writes. One with `page_token` needs neither `order_by` nor `sort` for it.
 */
export const Paging =
  (keyset: KeysetKind = 'cursor'): ParameterDecorator =>
  (target, key, index) => {
    if (key !== undefined) {
      Reflect.defineMetadata(PAGED, keyset, target, key);
      UseInterceptors(PaginationInterceptor)(target, key, Object.getOwnPropertyDescriptor(target, key) ?? {});
    }
    readPaging()(target, key, index);
  };

/** The kind of keyset pagination of this method; undefined when it is no list. */
export function pagingOf(controller: { readonly prototype: unknown }, method: string): KeysetKind | undefined {
  const keyset: unknown = isObject(controller.prototype) && Reflect.getMetadata(PAGED, controller.prototype, method);
  return isKeysetKind(keyset) ? keyset : undefined;
}

const isKeysetKind = (value: unknown): value is KeysetKind =>
  value === 'cursor' || value === 'page_token' || value === 'none';

/** Whether this method takes `@Paging()`. */
export const isPaged = (controller: { readonly prototype: unknown }, method: string): boolean =>
  pagingOf(controller, method) !== undefined;

const INPUT = Symbol('input class');
const readInputOfPages = createParamDecorator((_: unknown, context) => accessContextOf(requestOf(context)).input);

/** The route's parameters, read and checked into the class that the argument is declared with. */
export const Input = (): ParameterDecorator => (target, key, index) => {
  if (key !== undefined) {
    const types: unknown = Reflect.getMetadata('design:paramtypes', target, key);
    Reflect.defineMetadata(INPUT, Array.isArray(types) ? types[index] : undefined, target, key);
  }
  readInputOfPages()(target, key, index);
};

/** The class that `@Input()` of this method is declared with. */
export function inputClassOf(
  controller: { readonly prototype: unknown },
  method: string,
): (new () => object) | undefined {
  const input: unknown = isObject(controller.prototype) && Reflect.getMetadata(INPUT, controller.prototype, method);
  return isInputClass(input) ? input : undefined;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isInputClass = (value: unknown): value is new () => object => typeof value === 'function' && value !== Object;
