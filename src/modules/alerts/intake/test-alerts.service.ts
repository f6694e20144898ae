import { Injectable } from '@nestjs/common';
import { ApiError } from '../../../common/errors/api-error.js';
import { forbidden, invalidField, IS_INVALID, notFound } from '../../../common/errors/catalogue.js';
import { Clock } from '../../../common/time/clock.js';
import { refuseArchived } from '../../../core/projects/archived.js';
import type { Project } from '../../../core/projects/project.js';
import { AlertIntegrationsService } from '../integrations/alert-integrations.service.js';
import { examplePayload } from './example-payloads.js';
import { IntakeTargetsRepository } from './intake-targets.repository.js';
import { PayloadIntakeService } from './payload-intake.service.js';
import type { PayloadAnswer } from './payload-intake.service.js';

/** Runs the receiver's own code on a test payload (contract: alerts §4). */
@Injectable()
export class TestAlertsService {
  constructor(
    private readonly integrations: AlertIntegrationsService,
    private readonly targets: IntakeTargetsRepository,
    private readonly payloads: PayloadIntakeService,
    private readonly clock: Clock,
  ) {}

  /** `payload` is an object or its JSON text. Throws 404, 403, 400, 422. */
  async send(
    project: Project,
    id: number,
    { payload, isDryRun }: { readonly payload: unknown; readonly isDryRun: boolean },
  ): Promise<PayloadAnswer> {
    const integration = await this.integrations.get(project, id);
    if (!integration.active) {
      throw forbidden('The integration is inactive');
    }
    refuseArchived(project);
    const source = await this.targets.ofIntegration(integration.id);
    if (!source) {
      throw notFound('Alert Integration');
    }
    const now = new Date(this.clock.millis()).toISOString();
    const sent = payload ?? examplePayload(integration.type, now);
    const bytes = Buffer.from(typeof sent === 'string' ? sent : JSON.stringify(sent));
    return this.payloads.take(source, bytes, { isDryRun }).catch((error: unknown) => {
      throw error instanceof ApiError && error.status === 400 ? invalidField('payload', IS_INVALID) : error;
    });
  }
}
