import type { Env } from '../../../platform/config/env.js';
import { titleOf } from '../../../platform/git/commit-object.js';
import type { Commit } from '../../../platform/git/commit-object.js';
import type { PipelineActor, PipelineProject } from '../creation/pipeline-facts.repository.js';
import type { PipelineOrder } from '../creation/pipeline-order.js';
import type { RefName } from '../../../platform/git/ref-names.js';
import { NULL_ID } from '../../../platform/git/git-directory.js';

const SHORT_ID = 8;
const MAX_SLUG = 63;

/** The name of a ref in a form for host names (contract: triggers §11). */
export const slugOf = (ref: string): string =>
  ref
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '-')
    .slice(0, MAX_SLUG)
    .replace(/^-+|-+$/g, '');

interface Circumstances {
  readonly order: Pick<PipelineOrder, 'source' | 'trigger' | 'eventType' | 'beforeSha'>;
  readonly project: PipelineProject;
  readonly ref: RefName & { readonly commit: Pick<Commit, 'id' | 'message'> };
  readonly isProtected: boolean;
  /** Null when the account no longer exists. */
  readonly actor: PipelineActor | null;
}

/** Variables that are known before a pipeline is created (contract: triggers §11 Predefined). */
export function predefined(
  { order, project, ref, isProtected, actor }: Circumstances,
  env: Env,
): ReadonlyMap<string, string> {
  const values = {
    ...projectPart(project, env),
    CI_PIPELINE_SOURCE: order.source,
    CI_COMMIT_SHA: ref.commit.id,
    CI_COMMIT_SHORT_SHA: ref.commit.id.slice(0, SHORT_ID),
    CI_COMMIT_BEFORE_SHA: order.beforeSha ?? NULL_ID,
    CI_COMMIT_REF_NAME: ref.name,
    CI_COMMIT_REF_SLUG: slugOf(ref.name),
    CI_COMMIT_REF_PROTECTED: String(isProtected),
    [ref.kind === 'branch' ? 'CI_COMMIT_BRANCH' : 'CI_COMMIT_TAG']: ref.name,
    CI_COMMIT_MESSAGE: ref.commit.message,
    CI_COMMIT_TITLE: titleOf(ref.commit.message),
    ...triggerPart(order.trigger),
    ...(order.eventType ? { CI_TRIGGER_EVENT: order.eventType } : {}),
    ...actorPart(actor),
  };
  return new Map(Object.entries(values));
}

function projectPart(project: PipelineProject, env: Env): Readonly<Record<string, string>> {
  return {
    CI: 'true',
    CI_SERVER_URL: env.baseUrl,
    CI_API_V4_URL: `${env.baseUrl}/api/v4`,
    CI_PROJECT_ID: String(project.id),
    CI_PROJECT_NAME: project.path,
    CI_PROJECT_PATH: project.fullPath,
    CI_PROJECT_NAMESPACE: project.namespaceFullPath,
    CI_PROJECT_URL: `${env.baseUrl}/${project.fullPath}`,
    CI_DEFAULT_BRANCH: project.defaultBranch ?? '',
    CI_REGISTRY: env.registryHost,
    CI_REGISTRY_IMAGE: `${env.registryHost}/${project.fullPath.toLowerCase()}`,
  };
}

const actorPart = (actor: PipelineActor | null): Readonly<Record<string, string>> =>
  actor
    ? { USER_ID: String(actor.id), USER_LOGIN: actor.username, USER_NAME: actor.name, USER_EMAIL: actor.email }
    : {};

const triggerPart = (trigger: PipelineOrder['trigger']): Readonly<Record<string, string>> =>
  trigger
    ? {
        CI_PIPELINE_TRIGGERED: 'true',
        CI_TRIGGER_SHORT_TOKEN: trigger.firstFour,
      }
    : {};
