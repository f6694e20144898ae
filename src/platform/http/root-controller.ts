import { Controller } from '@nestjs/common';

const paths = new Set<string>();

/** Marks a controller whose routes begin at the root of the service, outside the API's prefix. */
export function RootController(path: string): ClassDecorator {
  paths.add(path);
  return Controller(path);
}

/** Returns the paths that do not get the API's prefix; complete when all modules are imported. */
export const rootPaths = (): string[] =>
  [...paths].map(asWritten).flatMap((path) => (path === '' ? ['/'] : [path, `${path}/*rest`]));

/** Escapes the pattern: taken literally, it does not match every other route. */
const asWritten = (path: string): string => path.replace(/[*:]/g, '\\$&');
