import { SetMetadata } from '@nestjs/common';

export const READ_AS = Symbol('read as');

/**
 * Marks a write whose record has no GET under the same path: its conditional headers are compared with a GET of this
 * one. Path parameters of the same name are filled in; those of a query, as in `?ref=:branch`, come from the parameters
 * of the write (contract: conventions §11, git §10.4).
 */
export const ReadAs = (pattern: string) => SetMetadata(READ_AS, pattern);

/** Returns the pattern of a route's `@ReadAs`. */
export function readAsOf(method: object): string | undefined {
  const pattern: unknown = Reflect.getMetadata(READ_AS, method);
  return typeof pattern === 'string' ? pattern : undefined;
}
