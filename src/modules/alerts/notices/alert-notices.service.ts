import { Injectable } from '@nestjs/common';
import { ALERT_RESOLVED, ALERT_TRIGGERED } from '../../../core/events/alert-event-names.js';
import { EventsService } from '../../../core/events/events.service.js';
import { Env } from '../../../platform/config/env.js';
import type { Tx } from '../../../platform/database/tx.js';
import { ReadOnce } from '../../../platform/database/read-once.js';
import { MailQueue } from '../../../platform/mail/mail-queue.js';
import type { Alert, AlertProject } from '../records/alert.js';
import { DevelopersRepository } from '../records/developers.repository.js';
import type { IncidentSettings } from '../records/incident-settings.js';
import type { AlertChanged } from './alert-events.js';
import { alertUrl } from './alert-links.js';
import { alertMail } from './alert-mail.js';

/** The project of an alert, and its settings for consequences. */
export interface NoticeContext {
  readonly project: AlertProject;
  readonly settings: Pick<IncidentSettings, 'sendEmail'>;
}

/** Publishes alerts that fire or end, in the transaction that changes them (contract: alerts §3, integrations §4.1). */
@Injectable()
export class AlertNoticesService {
  private readonly addresses = new ReadOnce<string[]>();

  constructor(
    private readonly events: EventsService,
    private readonly mails: MailQueue,
    private readonly developers: DevelopersRepository,
    private readonly env: Env,
  ) {}

  async triggered(tx: Tx, context: NoticeContext, alert: Alert): Promise<void> {
    await this.events.publish(tx, { name: ALERT_TRIGGERED, payload: this.changeOf(context, alert) });
    await this.postMails(tx, context, alert);
  }

  async resolved(tx: Tx, context: NoticeContext, alert: Alert): Promise<void> {
    await this.events.publish(tx, { name: ALERT_RESOLVED, payload: this.changeOf(context, alert) });
    await this.postMails(tx, context, alert);
  }

  private changeOf({ project }: NoticeContext, alert: Alert): AlertChanged {
    const { iid, title, severity, events, status, startedAt, endedAt } = alert;
    const url = this.urlOf(project, alert);
    return { projectId: project.id, alert: { iid, title, url, severity, events, status, startedAt, endedAt } };
  }

  private async postMails(tx: Tx, { project, settings }: NoticeContext, alert: Alert): Promise<void> {
    if (!settings.sendEmail || !this.mails.isOpen) {
      return;
    }
    const mail = alertMail({ alert, projectPath: project.fullPath, url: this.urlOf(project, alert) });
    const addresses = await this.addresses.of(tx, project.id, () => this.developers.maintainerAddresses(project));
    for (const to of addresses) {
      await this.mails.post(tx, { to, ...mail });
    }
  }

  private urlOf({ fullPath }: AlertProject, { iid }: Alert): string {
    return alertUrl(this.env.baseUrl, fullPath, iid);
  }
}
