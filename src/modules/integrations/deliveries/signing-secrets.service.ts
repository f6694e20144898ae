import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/time/clock.js';
import { unprocessable } from '../../../common/errors/catalogue.js';
import type { Caller } from '../../../core/access/caller.js';
import { AuditService } from '../../../core/audit/audit.service.js';
import { auditedProject } from '../../../core/projects/project-audit.js';
import type { Project } from '../../../core/projects/project.js';
import { Database } from '../../../platform/database/database.js';
import type { IntegrationKind } from '../kinds/kind.js';
import { IntegrationSecrets } from '../settings/integration-secrets.js';
import { IntegrationsRepository } from '../settings/integrations.repository.js';
import { IntegrationsService } from '../settings/integrations.service.js';

const BYTES = 32;
const OVERLAP_SECONDS = 86_400;

/** A new key, which is shown this once. */
export interface NewSigningSecret {
  readonly secret: string;
  /** Null where there was none before. */
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

  /** Both keys sign for a day. Throws 422 for kinds that send nothing by HTTP. */
  rotate(project: Project, kind: IntegrationKind, caller: Caller): Promise<NewSigningSecret> {
    return this.database.transaction(async (tx) => {
      await this.rows.lock(project.id, kind.slug);
      const integration = await this.integrations.get(project, kind);
      if (kind.transport !== 'http') {
        throw unprocessable('this integration signs nothing');
      }
      const secret = `whsec_${randomBytes(BYTES).toString('base64')}`;
      const until = this.clock.in(OVERLAP_SECONDS);
      await this.rows.rotateSigning(integration.id, this.secrets.sealSigning(integration, secret), until);
      const target = { id: integration.id, type: 'Integration', details: kind.slug };
      const change = { custom_message: 'Integration signing secret rotated' };
      await this.audit.record(tx, caller, auditedProject(project), target, change);
      return { secret, previousValidUntil: integration.signingSecret === null ? null : until.toISOString() };
    });
  }
}
