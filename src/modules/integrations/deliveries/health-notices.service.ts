import { Injectable, Logger } from '@nestjs/common';
import type { Tx } from '../../../platform/database/tx.js';
import { Env } from '../../../platform/config/env.js';
import { MailQueue } from '../../../platform/mail/mail-queue.js';
import { ProjectFactsRepository } from '../records/project-facts.repository.js';
import { AvailableKinds } from '../settings/available-kinds.js';
import type { Integration } from '../settings/integration.js';
import { HealthRecipientsRepository } from './health-recipients.repository.js';
import type { HealthChange } from './integration-health.repository.js';

/**
 * Notifies the managers of a project when one of its integrations is paused or resumed (contract: integrations §8.3).
 */
@Injectable()
export class HealthNoticesService {
  private readonly logger = new Logger('deliveries');

  constructor(
    private readonly recipients: HealthRecipientsRepository,
    private readonly facts: ProjectFactsRepository,
    private readonly mails: MailQueue,
    private readonly kinds: AvailableKinds,
    private readonly env: Env,
  ) {}

  async tell(tx: Tx, { id, slug, projectId }: Integration, { isPaused, reason }: HealthChange): Promise<void> {
    this.logger.warn({ integration: id, slug, project: projectId, state: isPaused ? 'paused' : 'resumed', reason });
    if (!this.mails.isOpen || (await this.facts.hasMailDisabled(projectId))) {
      return;
    }
    const path = await this.recipients.pathOf(projectId);
    const what = `${this.kinds.get(slug).title} of ${path}`;
    const where = `${this.env.baseUrl}/api/v4/projects/${projectId}/integrations/${slug}`;
    const text = isPaused
      ? `Deliveries of the integration ${what} are paused. ${reason ?? ''}\n\nThey wait for three days: ${where}\n`
      : `Deliveries of the integration ${what} are sent again.\n\n${where}\n`;
    const headers = {
      'Auto-Submitted': 'auto-generated',
      'X-Service-Project': path,
      'X-Service-Project-Id': String(projectId),
    }; // contract: integrations §10.1
    for (const to of await this.recipients.addressesOf(projectId)) {
      await this.mails.post(tx, { to, headers, subject: `${path} | ${what} ${isPaused ? 'paused' : 'resumed'}`, text });
    }
  }
}
