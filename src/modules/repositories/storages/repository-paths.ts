import { createHash } from 'node:crypto';
import type { ContainerRef, RepositoryType } from '../../../core/namespaces/container-repositories.js';

/** Path of a container's repository relative to any storage, derived from its id only (contract: storage-moves §1). */
export function relativePathOf(container: ContainerRef, type: RepositoryType): string {
  if ('groupId' in container) {
    return hashed('@groups', container.groupId, '.wiki.git');
  }
  return 'snippetId' in container
    ? hashed('@snippets', container.snippetId, '.git')
    : hashed('@hashed', container.projectId, type === 'wiki' ? '.wiki.git' : '.git');
}

function hashed(root: string, id: number, suffix: string): string {
  const digest = createHash('sha256').update(String(id)).digest('hex');
  return `${root}/${digest.slice(0, 2)}/${digest.slice(2, 4)}/${digest}${suffix}`;
}
