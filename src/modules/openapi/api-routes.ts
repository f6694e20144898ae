import { Injectable, RequestMethod } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import type { TSchema } from '@sinclair/typebox';
import { ALLOW, JOB_TOKENS } from '../../core/access/allow.decorator.js';
import type { AllowRule } from '../../core/access/allow.decorator.js';
import { ANSWERS } from '../../core/access/answers.decorator.js';
import { DESCRIBED_BODY } from '../../core/access/described-body.decorator.js';
import { READS_OWN_BODY } from '../../core/access/reads-own-body.decorator.js';
import { inputClassOf, isPaged, pagingOf } from '../../core/access/request.decorators.js';
import type { KeysetKind } from '../../common/pagination/page-request.js';

/** Metadata keys of Nest's route decorators. */
const PATH = 'path';
const METHOD = 'method';
const STATUS = '__httpCode__';

/** A route of the API as declared by its decorators. */
export interface ApiRoute {
  readonly verb: string;
  /** Below `/api/v4`, with `:name` parameters. */
  readonly path: string;
  readonly name: string;
  readonly allow: AllowRule;
  readonly input: (new () => object) | undefined;
  readonly isPaged: boolean;
  /** Kind of keyset pagination; undefined when it is not a list. */
  readonly keyset: KeysetKind | undefined;
  readonly admitsJobTokens: boolean;
  /** Whether the body is a stream or bytes instead of parameters. */
  readonly readsOwnBody: boolean;
  /** Schema of a body whose parameters are not declared by an input class. */
  readonly describedBody: TSchema | undefined;
  readonly answers: TSchema | readonly [TSchema] | null | undefined;
  readonly preview: TSchema | undefined;
  readonly status: number;
}

type ControllerClass = abstract new (...dependencies: never[]) => object;

/** Finds every route that the guard checks; the OpenAPI document is built from the same decorators. */
@Injectable()
export class ApiRoutes {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  all(): ApiRoute[] {
    return this.discovery.getControllers().flatMap(({ metatype, instance }) => {
      const methods = this.scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object);
      return isController(metatype) ? methods.flatMap((method) => this.routesOf(metatype, method)) : [];
    });
  }

  private routesOf(controller: ControllerClass, method: string): ApiRoute[] {
    const handler: unknown = Reflect.get(controller.prototype as object, method);
    if (!isHandler(handler)) {
      return [];
    }
    const verb = this.reflector.get<RequestMethod | undefined>(METHOD, handler);
    const allow = this.reflector.getAllAndOverride<AllowRule | 'public' | undefined>(ALLOW, [handler, controller]);
    if (verb === undefined || allow === undefined || allow === 'public') {
      return [];
    }
    const answers = this.reflector.get<{ schema: ApiRoute['answers']; preview: ApiRoute['preview'] } | undefined>(
      ANSWERS,
      handler,
    );
    const paths = toList(this.reflector.get<string | string[]>(PATH, controller));
    const ends = toList(this.reflector.get<string | string[]>(PATH, handler));
    return paths.flatMap((start) =>
      ends.map((end) => ({
        verb: RequestMethod[verb],
        path: joined(start, end),
        name: `${controller.name.replace(/Controller$/, '')}.${method}`,
        allow,
        input: inputClassOf(controller, method),
        isPaged: isPaged(controller, method),
        keyset: pagingOf(controller, method),
        admitsJobTokens: this.reflector.getAllAndOverride<unknown>(JOB_TOKENS, [handler, controller]) !== undefined,
        readsOwnBody: this.reflector.get<unknown>(READS_OWN_BODY, handler) === true,
        describedBody: this.reflector.get<TSchema | undefined>(DESCRIBED_BODY, handler),
        answers: answers?.schema,
        preview: answers?.preview,
        status: this.reflector.get<number | undefined>(STATUS, handler) ?? (verb === RequestMethod.POST ? 201 : 200),
      })),
    );
  }
}

const toList = (value: string | string[]): string[] => (Array.isArray(value) ? value : [value]);
const joined = (...parts: string[]): string =>
  `/${parts
    .map((part) => part.replace(/^\/|\/$/g, ''))
    .filter((part) => part !== '')
    .join('/')}`;
const isHandler = (value: unknown): value is (...args: never[]) => unknown => typeof value === 'function';
const isController = (value: unknown): value is ControllerClass => typeof value === 'function';
