import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/time/clock.js';
import { unprocessable } from '../../../common/errors/catalogue.js';
import { DAY_SECONDS } from '../../../common/time/units.js';
import type { Caller } from '../../../core/access/caller.js';
import { AuditService } from '../../../core/audit/audit.service.js';
import { auditedProject } from '../../../core/projects/project-audit.js';
import type { Project } from '../../../core/projects/project.js';
import { Database } from '../../../platform/database/database.js';
import type { Tx } from '../../../platform/database/tx.js';
import type { IntegrationKind } from '../kinds/kind.js';
import type { Integration } from '../settings/integration.js';
import { IntegrationSecrets } from '../settings/integration-secrets.js';
import { IntegrationsRepository } from '../settings/integrations.repository.js';
import { IntegrationsService } from '../settings/integrations.service.js';

const BYTES = 32;
const OVERLAP_SECONDS = DAY_SECONDS;

/** A new key, which is shown only this once. */
export interface NewSigningSecret {
  readonly secret: string;
  /** Null if there was no previous key. */
  readonly previousValidUntil: string | null;
}

/** Whether deliveries are signed. */
export interface SigningState {
  readonly isSet: boolean;
  /** End of the time in which the previous secret also signs; null if there is none. */
  readonly previousValidUntil: string | null;
}

/** Keys that deliveries are signed with (contract: integrations §8.4). */
@Injectable()
export class SigningSecretsService {
  constructor(
    private readonly integrations: IntegrationsService,
    private readonly rows: IntegrationsRepository,
    private readonly secrets: IntegrationSecrets,
    private readonly audit: AuditService,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Throws 404 for an integration that was never set up, 422 for kinds that send nothing by HTTP. */
  async stateOf(project: Project, kind: IntegrationKind): Promise<SigningState> {
    const { signingSecret, previousSigningUntil } = await this.getSigning(project, kind);
    const isOverlap = previousSigningUntil !== null && new Date(previousSigningUntil) > this.clock.now();
    return { isSet: signingSecret !== null, previousValidUntil: isOverlap ? previousSigningUntil : null };
  }

  /** Creates a new key; the previous one also signs for a day. Throws 422 for kinds that send nothing by HTTP. */
  rotate(project: Project, kind: IntegrationKind, caller: Caller): Promise<NewSigningSecret> {
    return this.database.transaction(async (tx) => {
      await this.rows.lock(project.id, kind.slug);
      const integration = await this.getSigning(project, kind);
      const secret = `whsec_${randomBytes(BYTES).toString('base64')}`;
      const until = this.clock.in(OVERLAP_SECONDS);
      await this.rows.rotateSigning(integration.id, this.secrets.sealSigning(integration, secret), until);
      await this.record(tx, project, integration, 'rotated', caller);
      return { secret, previousValidUntil: integration.signingSecret === null ? null : until.toISOString() };
    });
  }

  /** Stops signing, including by a previous key. Throws like {@link rotate}. */
  remove(project: Project, kind: IntegrationKind, caller: Caller): Promise<void> {
    return this.database.transaction(async (tx) => {
      await this.rows.lock(project.id, kind.slug);
      const integration = await this.getSigning(project, kind);
      await this.rows.removeSigning(integration.id);
      await this.record(tx, project, integration, 'removed', caller);
    });
  }

  private async getSigning(project: Project, kind: IntegrationKind): Promise<Integration> {
    const integration = await this.integrations.get(project, kind);
    if (kind.transport !== 'http') {
      throw unprocessable('this integration signs nothing');
    }
    return integration;
  }

  private async record(tx: Tx, project: Project, { id, slug }: Integration, act: string, caller: Caller) {
    const target = { id, type: 'Integration', details: slug };
    const change = { custom_message: `Integration signing secret ${act}` };
    await this.audit.record(tx, caller, auditedProject(project), target, change);
  }
}
