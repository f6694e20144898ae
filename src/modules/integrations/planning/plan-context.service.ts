import { Injectable } from '@nestjs/common';
import { Env } from '../../../platform/config/env.js';
import type { IntegrationKind } from '../kinds/kind.js';
import type { PlanContext } from '../kinds/step.js';
import { OpenMergeRequestsRepository } from '../records/open-merge-requests.repository.js';
import { ProjectFactsRepository } from '../records/project-facts.repository.js';
import { VendorBases } from '../vendor-bases/vendor-bases.js';

/** Context that all plans for a project's event share. */
export type SharedContext = Omit<PlanContext, 'base'>;

interface EventProject {
  readonly id: number;
  readonly defaultBranch: string | null;
}

/** Gathers the data that plans may use in addition to the event (contract: integrations §11). */
@Injectable()
export class PlanContextService {
  constructor(
    private readonly mergeRequests: OpenMergeRequestsRepository,
    private readonly facts: ProjectFactsRepository,
    private readonly vendors: VendorBases,
    private readonly env: Env,
  ) {}

  async of(project: EventProject): Promise<SharedContext> {
    return {
      instanceUrl: this.env.baseUrl,
      defaultBranch: project.defaultBranch,
      openMergeRequests: await this.mergeRequests.opened(project.id),
      diff: null,
      failedJobLogs: new Map(),
      sendsMail: true,
      mailDomain: mailDomainOf(this.env.mailFrom),
      identityToken: null,
    };
  }

  /** Context for a single kind; only for mail kinds it is checked whether the project sends mail. */
  async ofKind(project: EventProject, { slug, transport }: IntegrationKind): Promise<PlanContext> {
    const sendsMail = transport !== 'mail' || !(await this.facts.hasMailDisabled(project.id));
    return this.forKind({ ...(await this.of(project)), sendsMail }, slug);
  }

  forKind(shared: SharedContext, slug: string): PlanContext {
    return { ...shared, base: this.vendors.baseOf(slug) };
  }
}

/** MAIL_FROM is an address, with or without a name before it. */
const mailDomainOf = (mailFrom: string): string => /@([^>\s]+)>?$/.exec(mailFrom)?.[1] ?? '';
