import type { Json } from '../step.js';
import { textAt } from './read-payload.js';

/** The project of an event. */
export interface ProjectFacts {
  readonly id: string;
  readonly name: string;
  /** Full path, including the namespaces. */
  readonly path: string;
  readonly url: string;
}

export const projectOf = (payload: Json): ProjectFacts => ({
  id: textAt(payload, 'project', 'id'),
  name: textAt(payload, 'project', 'name'),
  path: textAt(payload, 'project', 'path_with_namespace'),
  url: textAt(payload, 'project', 'web_url'),
});

/** A path of namespaces, encoded for a URL. */
export const encodedPath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** Splits `group/sub/project` into `group/sub` and `project`. */
export function splitPath(path: string): { readonly namespace: string; readonly name: string } {
  const slash = path.lastIndexOf('/');
  return { namespace: path.slice(0, Math.max(slash, 0)), name: path.slice(slash + 1) };
}
