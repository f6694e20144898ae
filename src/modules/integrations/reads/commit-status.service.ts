import { Injectable } from '@nestjs/common';
import { unprocessable } from '../../../common/errors/catalogue.js';
import type { Project } from '../../../core/projects/project.js';
import { OutboundFailure } from '../../../platform/outbound/outbound-failure.js';
import type { IntegrationKind } from '../kinds/kind.js';
import type { CommitQuery, CommitStatus, StatusRead } from '../kinds/status-read.js';
import type { Settings } from '../kinds/step.js';
import { settingsOf } from '../planning/settings-of.js';
import { IntegrationSecrets } from '../settings/integration-secrets.js';
import { IntegrationsService } from '../settings/integrations.service.js';
import { VendorBases } from '../vendor-bases/vendor-bases.js';
import { OutboundReadsService } from './outbound-reads.service.js';

/** Status of a commit on a CI server. */
export interface ReadStatus {
  readonly status: CommitStatus;
  /** Why the status could not be read; null if the server answered. */
  readonly problem: string | null;
}

/** A commit, and the branch for which its status is read. */
export interface AskedCommit {
  readonly sha: string;
  readonly ref: string;
}

/** Reads the status of commits from CI servers (contract: integrations §6.5). */
@Injectable()
export class CommitStatusService {
  constructor(
    private readonly integrations: IntegrationsService,
    private readonly secrets: IntegrationSecrets,
    private readonly vendors: VendorBases,
    private readonly reads: OutboundReadsService,
  ) {}

  /**
   * Throws 404 for an integration that was never set up, 422 for kinds without statuses and while the integration is
   * off.
   */
  async read(project: Project, kind: IntegrationKind, { sha, ref }: AskedCommit): Promise<ReadStatus> {
    const integration = await this.integrations.get(project, kind);
    if (!kind.status) {
      throw unprocessable('this integration has no statuses');
    }
    if (!integration.active) {
      throw unprocessable('the integration is not active');
    }
    const settings = settingsOf(kind, integration, this.secrets.open(integration));
    const { fullPath: projectPath, defaultBranch } = project;
    const query = { base: this.vendors.statusBaseOf(kind.slug), projectPath, sha, ref, defaultBranch };
    return this.ask(kind.slug, kind.status, settings, query);
  }

  /** A server that cannot be reached has status `error`; the problem must not contain its address or secret. */
  private async ask(
    slug: string,
    { call, statusOf }: StatusRead,
    settings: Settings,
    query: CommitQuery,
  ): Promise<ReadStatus> {
    try {
      const answer = await this.reads.read(slug, call(settings, query));
      const status = statusOf(answer, settings);
      return { status, problem: status === 'error' ? `The server answered ${answer.status}.` : null };
    } catch (error) {
      if (!(error instanceof OutboundFailure)) {
        throw error;
      }
      return { status: 'error', problem: `The server could not be asked: ${error.code.replaceAll('_', ' ')}.` };
    }
  }
}
