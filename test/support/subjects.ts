import { aGroup, aMember, aProject, aUser } from '../builders/records.js';
import type { TestUser } from '../builders/records.js';
import type { TestApp } from './app.js';
import { NO_ID } from './every-route.js';
import type { Subjects } from './every-route.js';

export interface SeededSubjects {
  readonly subjects: Subjects;
  /** Owns everything that the subjects are. */
  readonly owner: TestUser;
  readonly stranger: TestUser;
}

/** One private record of every kind of target, with users of different roles. */
export async function seedSubjects(app: TestApp): Promise<SeededSubjects> {
  const [owner, stranger] = [await aUser(app), await aUser(app)];
  const group = await aGroup(owner.api);
  const project = await aProject(owner.api, { namespace_id: group.id });
  const guest = (await aMember(app, { group }, 10)).api;
  const deletedProject = await aProject(owner.api);
  const operation = (await owner.api.delete(`projects/${deletedProject.id}`)).body.operation.id as string;
  const token = (await owner.api.post('user/personal_access_tokens', { name: 'x', scopes: ['api'] })).body.id as number;
  const file = { title: 'x', file_name: 'x', content: 'x' };
  const snippet = (await owner.api.post(`projects/${project.id}/snippets`, file)).body.id as number;
  const people = { manager: owner.api, guest, stranger: stranger.api };
  const [images] = await app.sql<{ id: string }>(
    `insert into container_repositories (project_id, name, first_manifest_at) values ($1, '', now()) returning id::text`,
    [project.id],
  );
  const runner = (
    await owner.api.post('user/runners', { runner_type: 'project_type', project_id: project.id, description: 'x' })
  ).body as { id: number };
  const application = (
    await app.admin.post('applications', { name: 'x', redirect_uri: 'https://app.example/cb', scopes: 'api' })
  ).body.id as number;
  const byId = (noun: string, id: string | number) => ({
    noun,
    params: { id: String(id) },
    missing: { id: NO_ID },
    ...people,
  });
  const subjects: Subjects = {
    project: byId('Project', project.id),
    group: byId('Group', group.id),
    NamespaceTargetResolver: byId('Namespace', group.id),
    CodeProjectResolver: byId('Project', project.id),
    PipelineProjectResolver: byId('Project', project.id),
    ImageProjectResolver: byId('Project', project.id),
    PackageProjectResolver: byId('Project', project.id),
    PackageGroupResolver: byId('Group', group.id),
    ImageRepositoryResolver: {
      ...people,
      noun: 'Repository',
      params: { repository_id: images!.id },
      missing: { repository_id: NO_ID },
    },
    MovedProjectResolver: byId('Project', project.id),
    MovedSnippetResolver: byId('Snippet', snippet),
    MovedGroupResolver: byId('Group', group.id),
    SnippetTargetResolver: {
      ...people,
      noun: 'Snippet',
      params: { snippet_id: String(snippet) },
      missing: { snippet_id: NO_ID },
      guest: guest,
    },
    SnippetOfProjectResolver: {
      ...people,
      noun: 'Project',
      params: { id: String(project.id), snippet_id: String(snippet) },
      missing: { id: NO_ID, snippet_id: NO_ID },
    },
    RunnerByIdResolver: {
      noun: 'Runner',
      params: { runner_id: String(runner.id) },
      missing: { runner_id: NO_ID },
      ...people,
    },
    OperationTargetResolver: { ...byId('Operation', operation), guest: owner.api },
    ApplicationTargetResolver: byId('Application', application),
    PersonalTokenTargetResolver: {
      ...people,
      noun: 'Token',
      params: { token_id: String(token) },
      missing: { token_id: NO_ID },
      guest: owner.api,
    },
    UserTargetResolver: {
      noun: 'User',
      params: { user_id: String(stranger.id) },
      missing: { user_id: NO_ID },
      manager: owner.api,
      guest: stranger.api,
    },
  };
  return { subjects, owner, stranger };
}
