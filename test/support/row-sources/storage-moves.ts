import { aSnippet } from './records.js';
import { list, remover } from './row-source.js';
import type { RowSource, Subjects } from './row-source.js';

export async function storageMoves(subjects: Subjects): Promise<RowSource[]> {
  const { app, inserted, groupId, projectId } = subjects;
  const moves = (type: string, container: string | number, lists: Record<string, string>): RowSource => ({
    api: app.admin,
    lists,
    add: () => {
      const storages = { source_storage: 'default', destination_storage: 'other' };
      const row = { container_id: container, state: 'finished', finished_at: new Date(), ...storages };
      return inserted(`${type}_repository_storage_moves`, row);
    },
    remove: remover(subjects, `${type}_repository_storage_moves`),
  });
  const snippetId = await aSnippet(subjects, {});
  return [
    moves('project', projectId, {
      ...list('/project_repository_storage_moves'),
      ...list('/projects/:id/repository_storage_moves', { id: projectId }),
    }),
    moves('group', groupId, {
      ...list('/group_repository_storage_moves'),
      ...list('/groups/:id/repository_storage_moves', { id: groupId }),
    }),
    moves('snippet', snippetId, {
      ...list('/snippet_repository_storage_moves'),
      ...list('/snippets/:id/repository_storage_moves', { id: snippetId }),
    }),
  ];
}
