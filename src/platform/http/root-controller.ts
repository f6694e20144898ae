import { Controller } from '@nestjs/common';

const paths = new Set<string>();

/** A controller whose routes begin at the root of the service, outside the API's prefix. */
export function RootController(path: string): ClassDecorator {
  paths.add(path);
  return Controller(path);
}

/** What the API's prefix is not put before; complete once all modules are imported. */
export const rootPaths = (): string[] =>
  [...paths].map(asWritten).flatMap((path) => (path === '' ? ['/'] : [path, `${path}/*rest`]));

/** The pattern is literal here: it must not match every other route. */
const asWritten = (path: string): string => path.replace(/[*:]/g, '\\$&');
