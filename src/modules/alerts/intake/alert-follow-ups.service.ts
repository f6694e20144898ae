import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/tx.js';
import { isOpen } from '../alert-words.js';
import { IncidentChangesService } from '../incidents/incident-changes.service.js';
import { AlertNoticesService } from '../notices/alert-notices.service.js';
import type { NoticeContext } from '../notices/alert-notices.service.js';
import type { Alert } from '../records/alert.js';
import type { IncidentSettings } from '../records/incident-settings.js';
import type { TakenAlert } from './taken-alert.js';

interface FollowUpContext extends NoticeContext {
  readonly settings: IncidentSettings;
}

/**
 * Creates the incidents, e-mails and events that follow from alerts, in the transaction that changes the alerts
 * (contract: alerts §3).
 */
@Injectable()
export class AlertFollowUpsService {
  constructor(
    private readonly incidents: IncidentChangesService,
    private readonly notices: AlertNoticesService,
  ) {}

  async follow(tx: Tx, context: FollowUpContext, { alert, outcome }: TakenAlert): Promise<void> {
    switch (outcome) {
      case 'created':
        await this.notices.triggered(tx, context, alert);
        return this.openIncident(tx, context, alert);
      case 'grouped':
        return this.openIncident(tx, context, alert);
      case 'resolved':
        await this.notices.resolved(tx, context, alert);
        return this.closeIncident(tx, context, alert);
      default:
        return undefined; // an alert that never fired or did not change has no consequences
    }
  }

  private async openIncident(tx: Tx, { project, settings }: FollowUpContext, alert: Alert): Promise<void> {
    if (settings.createIssue && isOpen(alert.status) && alert.incident === null) {
      await this.incidents.openOnce(tx, project, alert);
    }
  }

  private async closeIncident(tx: Tx, { project, settings }: FollowUpContext, alert: Alert): Promise<void> {
    if (settings.autoCloseIncident) {
      await this.incidents.closeOf(tx, project, alert);
    }
  }
}
