import type { ObjectKind } from '../../kinds/object-kind.js';
import type { EventPayload } from '../../records/event-payload.js';

/** Project data that a sample event contains. */
export interface SampleFacts {
  readonly branch: string;
  readonly sha: string;
  readonly beforeSha: string;
  readonly commits: readonly EventPayload[];
  readonly now: string;
}

const ATTRIBUTES = { id: 1, iid: 1, title: 'Test', description: 'A test of this integration.' };

/** The members of an event as a caller of the events API would send them (contract: integrations §8.6). */
export function sampleMembers(kind: ObjectKind, facts: SampleFacts): EventPayload {
  const { branch, sha, beforeSha, commits, now } = facts;
  const commit = commits.at(-1) ?? null;
  const times = { created_at: now, updated_at: now };
  switch (kind) {
    case 'push':
      return { ref: `refs/heads/${branch}`, before: beforeSha, after: sha, commits: [...commits] };
    case 'tag_push':
      return { ref: 'refs/tags/v0.0.0-test', before: '0'.repeat(40), after: sha, commits: [] };
    case 'issue':
      return { object_attributes: { ...ATTRIBUTES, ...times, state: 'opened', action: 'open' } };
    case 'merge_request':
      return {
        object_attributes: {
          ...ATTRIBUTES,
          ...times,
          state: 'opened',
          action: 'open',
          source_branch: 'test',
          target_branch: branch,
          last_commit: commit,
        },
      };
    case 'note':
      return {
        object_attributes: { id: 1, note: 'A test of this integration.', noteable_type: 'Issue', ...times },
        issue: { iid: 1, title: 'Test' },
      };
    case 'pipeline':
      return {
        object_attributes: {
          id: 1,
          iid: 1,
          ref: branch,
          tag: false,
          sha,
          before_sha: beforeSha,
          status: 'success',
          detailed_status: 'passed',
          source: 'push',
          stages: ['test'],
          created_at: now,
          finished_at: now,
          duration: 1,
          queued_duration: 0,
          variables: [],
        },
        merge_request: null,
        commit,
        builds: [],
      };
    case 'build':
      return {
        ref: branch,
        tag: false,
        sha,
        build_id: 1,
        build_name: 'test',
        build_stage: 'test',
        build_status: 'success',
        build_duration: 1,
        build_allow_failure: false,
        pipeline_id: 1,
        commit,
      };
    case 'wiki_page':
      return { object_attributes: { title: 'Test', content: '', message: 'Test', slug: 'test', action: 'create' } };
    case 'deployment':
      return { status: 'success', environment: 'test', ref: branch, short_sha: sha.slice(0, 8), commit_title: 'Test' };
    case 'archive_trace':
      return { build_id: 1, build_name: 'test', pipeline_id: 1 };
    case 'alert':
      return {
        object_attributes: { iid: 1, title: 'Test', severity: 'info', events: 1, status: 'triggered', started_at: now },
      };
  }
}
