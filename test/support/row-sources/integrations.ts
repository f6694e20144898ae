import { aProject } from '../../builders/records.js';
import { list, remover } from './row-source.js';
import type { RowSource, Subjects } from './row-source.js';

export async function integrations(subjects: Subjects): Promise<RowSource[]> {
  const { app, inserted, owner, projectId } = subjects;
  const other = await aProject(owner.api);
  const { body: kinds } = await owner.api.get('integration_kinds?per_page=100');
  const slugs = (kinds as { slug: string }[]).map(({ slug }) => slug);
  const slug = slugs.pop()!;
  const integrationId = await inserted('integrations', { project_id: projectId, slug, active: true });
  const ofIntegration = { id: projectId, slug };
  return [
    {
      api: owner.api,
      lists: {
        ...list('/projects/:id/integrations', { id: other.id }),
        ...list('/projects/:id/services', { id: other.id }),
      },
      nameOf: ({ slug: name }) => name,
      add: () => inserted('integrations', { project_id: other.id, slug: slugs.shift(), active: true }, 'slug'),
      remove: (name) => {
        slugs.push(name);
        return app.sql('delete from integrations where project_id = $1 and slug = $2', [other.id, name]);
      },
    },
    {
      api: owner.api,
      lists: {
        ...list('/projects/:id/integrations/:slug/deliveries', ofIntegration),
        ...list('/projects/:id/services/:slug/deliveries', ofIntegration),
      },
      nameOf: ({ uuid }) => uuid,
      add: async () => {
        const event = { project_id: projectId, object_kind: 'push', event_type: 'push', payload: '{}' };
        const eventId = await inserted('integration_events', event);
        const facts = { object_kind: 'push', trigger: 'event', state: 'succeeded', next_attempt_at: null };
        return inserted(
          'deliveries',
          { project_id: projectId, integration_id: integrationId, event_id: eventId, ...facts },
          'uuid',
        );
      },
      remove: remover(subjects, 'deliveries', 'uuid'),
    },
  ];
}
