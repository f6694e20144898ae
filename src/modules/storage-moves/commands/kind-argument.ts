import { misused } from '../../../platform/cli/usage.js';
import type { ContainerKind } from '../kinds/container-kind.js';
import { CONTAINER_KINDS } from '../kinds/index.js';

/** Returns the kind of container named by a word. Throws for other words. */
export function kindNamed(usage: string, word = ''): ContainerKind {
  const kind = Object.values(CONTAINER_KINDS).find(({ name }) => name === word || `${name}s` === word);
  if (!kind) {
    throw misused(usage, `'${word}' is none of project, snippet and group.`);
  }
  return kind;
}
