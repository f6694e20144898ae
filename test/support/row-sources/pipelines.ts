import { unique } from '../../builders/records.js';
import { repositoryPath } from '../../builders/repositories.js';
import { digest, list, remover, SHA } from './row-source.js';
import type { RowSource, Subjects } from './row-source.js';

export async function pipelines(subjects: Subjects): Promise<RowSource[]> {
  const { app, inserted, owner, groupId, projectId } = subjects;
  const { body: trigger } = await owner.api.post(`projects/${projectId}/triggers`, { description: 'calls' });
  const pipeline = (fields: object = {}) =>
    inserted('ci_pipelines', {
      project_id: projectId,
      iid: (nextIid += 1),
      ref: 'main',
      is_tag: false,
      sha: SHA,
      source: 'api',
      status: 'success',
      user_id: owner.id,
      ...fields,
    });
  let nextIid = 1000;
  const [parent, ofJobs] = [await pipeline(), await pipeline()];
  const { body: runner } = await owner.api.post('user/runners', {
    runner_type: 'project_type',
    project_id: projectId,
    description: 'of jobs',
  });
  const job = (fields: object) => () =>
    inserted('ci_jobs', {
      project_id: projectId,
      pipeline_id: ofJobs,
      kind: 'build',
      name: unique('row'),
      stage: 'test',
      stage_position: 1,
      status: 'success',
      run_when: 'on_success',
      user_id: owner.id,
      ...fields,
    });
  const { body: commits } = await owner.api.get(repositoryPath({ id: projectId }, 'commits'));
  const sha = (commits as { id: string }[])[0]!.id;
  const ofStatuses = await pipeline({ sha });
  const ofPipelines = { id: projectId, pipeline_id: ofJobs };
  const runners = (type: string, fields: object) => ({
    add: () =>
      inserted('ci_runners', {
        runner_type: type,
        digest: digest(),
        description: 'row',
        tags: [],
        created_by: owner.id,
        ...fields,
      }),
    remove: remover(subjects, 'ci_runners'),
  });
  return [
    {
      api: owner.api,
      lists: {
        ...list('/projects/:id/pipelines', { id: projectId }),
        ...list('/projects/:id/triggers/:trigger_id/pipelines', { id: projectId, trigger_id: trigger.id }),
      },
      add: () => pipeline({ trigger_id: trigger.id, source: 'trigger' }),
      remove: remover(subjects, 'ci_pipelines'),
    },
    {
      api: owner.api,
      lists: list('/projects/:id/pipelines/:pipeline_id/downstream', { id: projectId, pipeline_id: parent }),
      add: async () => {
        const id = await pipeline();
        const source = { pipeline_id: id, source_project_id: projectId, source_pipeline_id: parent };
        return inserted('ci_sources', source, 'pipeline_id');
      },
      remove: remover(subjects, 'ci_sources', 'pipeline_id'),
    },
    {
      api: owner.api,
      lists: {
        ...list('/projects/:id/jobs', { id: projectId }),
        ...list('/projects/:id/pipelines/:pipeline_id/jobs', ofPipelines),
        ...list('/runners/:runner_id/jobs', { runner_id: runner.id }),
      },
      add: job({ runner_id: runner.id }),
      remove: remover(subjects, 'ci_jobs'),
    },
    {
      api: owner.api,
      lists: list('/projects/:id/repository/commits/:sha/statuses', { id: projectId, sha }),
      add: job({ pipeline_id: ofStatuses, kind: 'status' }),
      remove: remover(subjects, 'ci_jobs'),
    },
    { api: app.admin, lists: list('/runners/all'), ...runners('instance_type', {}) },
    {
      api: owner.api,
      lists: list('/groups/:id/runners', { id: groupId }),
      ...runners('group_type', { group_id: groupId }),
    },
    {
      api: owner.api,
      lists: { ...list('/runners'), ...list('/projects/:id/runners', { id: projectId }) },
      add: async () => {
        const id = await runners('project_type', {}).add();
        return inserted('ci_runner_projects', { runner_id: id, project_id: projectId }, 'runner_id');
      },
      remove: remover(subjects, 'ci_runners'),
    },
  ];
}
