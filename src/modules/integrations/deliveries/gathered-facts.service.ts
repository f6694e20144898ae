import { Injectable } from '@nestjs/common';
import { withoutFinalNewlines } from '../../../common/text/without-final-newlines.js';
import type { FileDiff } from '../../repositories/reads/diff-text.js';
import { DiffsService } from '../../repositories/reads/diffs.service.js';
import { JobLogsService } from '../../pipelines/logs/job-logs.service.js';
import { RepositoriesService } from '../../repositories/storages/repositories.service.js';
import type { ObjectKind } from '../kinds/object-kind.js';
import type { IntegrationEvent, PlanContext } from '../kinds/step.js';
import { pipelineOf } from '../kinds/payload/pipeline-facts.js';
import { textIn } from '../planning/json.js';
import { IdentityTokensService } from '../reads/identity-tokens.service.js';
import { ProjectFactsRepository } from '../records/project-facts.repository.js';
import type { DeliveryFacts } from './delivery-facts.service.js';

const NOTHING = /^0+$/;
/** Number of bytes read from the end of a log; plans show less (contract: integrations §10.1). */
const LOG_BYTES = 10_000;
const MOST_LOGS = 50;

/**
 * Reads data that only some kinds' plans need, and that no transaction should wait for (contract: integrations §11).
 */
@Injectable()
export class GatheredFactsService {
  constructor(
    private readonly repositories: RepositoriesService,
    private readonly diffs: DiffsService,
    private readonly logs: JobLogsService,
    private readonly facts: ProjectFactsRepository,
    private readonly identityTokens: IdentityTokensService,
  ) {}

  async of({ kind, event, settings, context }: DeliveryFacts, projectId: number): Promise<PlanContext> {
    const wants = (what: (typeof kind.gathers)[number], objectKind: ObjectKind): boolean =>
      kind.gathers.includes(what) && event.objectKind === objectKind;
    return {
      ...context,
      ...(wants('diff', 'push') && { diff: await this.diffOf(event, projectId) }),
      ...(wants('failed_job_logs', 'pipeline') && { failedJobLogs: await this.failedJobLogs(event, projectId) }),
      ...(kind.gathers.includes('identity_token') && { identityToken: await this.identityTokens.of(settings) }),
    };
  }

  /** Returns the ends of the logs of failed jobs, only for jobs of the project; empty for a log that cannot be read. */
  private async failedJobLogs({ payload }: IntegrationEvent, projectId: number): Promise<ReadonlyMap<string, string>> {
    const ids = pipelineOf(payload)
      .failedJobs.slice(0, MOST_LOGS)
      .map(({ id }) => Number(id));
    const known = await this.facts.jobsAmong(projectId, ids.filter(Number.isSafeInteger));
    const ends = await Promise.all(known.map(async (id) => [String(id), await this.endOfLog(id)] as const));
    return new Map(ends);
  }

  private async endOfLog(jobId: number): Promise<string> {
    try {
      return (await this.logs.tail(await this.logs.open(jobId), LOG_BYTES)).toString();
    } catch {
      return '';
    }
  }

  /** Null if the repository does not have both commits. */
  private async diffOf({ payload }: IntegrationEvent, projectId: number): Promise<string | null> {
    const [from, to] = [textIn(payload, 'before'), textIn(payload, 'after')];
    if (NOTHING.test(from) || NOTHING.test(to)) {
      return null;
    }
    const gitDir = await this.repositories.findDirectory(await this.repositories.getCode(projectId));
    const diff = gitDir && (await this.diffs.between(gitDir, { from, to }).catch(() => null));
    return diff?.files.map(unified).join('') ?? null;
  }
}

const unified = ({ oldPath, newPath, status, text }: FileDiff): string => {
  const lines = [
    `diff --git a/${oldPath} b/${newPath}`,
    `--- ${status === 'A' ? '/dev/null' : `a/${oldPath}`}`,
    `+++ ${status === 'D' ? '/dev/null' : `b/${newPath}`}`,
    text,
  ];
  return `${withoutFinalNewlines(lines.join('\n'))}\n`;
};
