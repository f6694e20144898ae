import { unique } from '../../builders/records.js';
import { aStoredRepository, storeTags } from '../../builders/stored-images.js';
import { list, remover, uuidOf } from './row-source.js';
import type { RowSource, Subjects } from './row-source.js';

export async function images(subjects: Subjects): Promise<RowSource[]> {
  const { app, inserted, owner, groupId, projectId } = subjects;
  const { id } = await aStoredRepository(app, projectId);
  const ofRepository = { id: projectId, repository_id: id };
  return [
    {
      api: owner.api,
      lists: {
        ...list('/projects/:id/registry/repositories', { id: projectId }),
        ...list('/groups/:id/registry/repositories', { id: groupId }),
      },
      add: async () => String((await aStoredRepository(app, projectId)).id),
      remove: remover(subjects, 'container_repositories'),
    },
    {
      api: owner.api,
      lists: list('/projects/:id/registry/repositories/:repository_id/tags', ofRepository),
      nameOf: ({ name }) => name,
      add: async () => {
        const name = unique('row');
        await storeTags(app, id, [{ name }]);
        return name;
      },
      remove: remover(subjects, 'container_tags', 'name'),
    },
    {
      api: owner.api,
      lists: list('/projects/:id/registry/repositories/:repository_id/deleted_tags', ofRepository),
      nameOf: ({ name }) => name,
      add: async () => {
        const name = unique('row');
        const digests = await storeTags(app, id, [{ name }]);
        await app.sql('delete from container_tags where repository_id = $1 and name = $2', [id, name]);
        const until = new Date(Date.now() + 86_400_000);
        const why = { reason: 'deleted', author_id: owner.id, author_name: 'row', restorable_until: until };
        const tag = { repository_id: id, name, digest: digests.get(name) };
        return inserted('container_tag_history', { ...tag, ...why, happened_at: new Date() }, 'name');
      },
      remove: remover(subjects, 'container_tag_history', 'name'),
    },
    {
      api: app.admin,
      lists: list('/registry/gc'),
      add: async () => {
        const runId = (await uuidOf(subjects)).replaceAll('-', '');
        return inserted('operations', { id: runId, kind: 'registry_gc', state: 'finished', creator_id: owner.id });
      },
      remove: remover(subjects, 'operations'),
    },
  ];
}
