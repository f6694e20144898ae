import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import { toAccount, Caller } from '../../../core/access/caller.js';
import type { Project } from '../../../core/projects/project.js';
import { ProjectByIdOrPath } from '../../../core/projects/project-target.resolver.js';
import { Env } from '../../../platform/config/env.js';
import { OPEN_STATUSES } from '../../alerts/alert-words.js';
import type { AlertStatus } from '../../alerts/alert-words.js';
import { AlertsService } from '../../alerts/management/alerts.service.js';
import { alertUrl } from '../../alerts/notices/alert-links.js';
import type { Alert } from '../../alerts/records/alert.js';
import { link, phrase } from '../kinds/chat/phrase.js';
import type { Part } from '../kinds/chat/phrase.js';
import type { ChatMember } from './chat-member.js';
import { toAsker, toChannel } from './slash-answer.js';
import type { SlashAnswer } from './slash-answer.js';
import type { AlertAct } from './slash-command.js';

const SHOWN = { kind: 'offset', page: 1, perPage: 5 } as const;
const STATUSES: Readonly<Record<AlertAct, AlertStatus>> = { ack: 'acknowledged', resolve: 'resolved' };

/** Slash commands for alerts (contract: integrations §9). */
@Injectable()
export class AlertCommandsService {
  constructor(
    private readonly alerts: AlertsService,
    private readonly projects: ProjectByIdOrPath,
    private readonly env: Env,
  ) {}

  async list(member: ChatMember): Promise<SlashAnswer> {
    const project = await this.projectOf(member);
    const { items } = await this.alerts.list(project, { statuses: OPEN_STATUSES }, { page: SHOWN });
    const lines = items.map(
      (alert) => phrase`${this.linkTo(project.fullPath, alert)}: ${alert.severity}, ${alert.status}`,
    );
    return toAsker(...(lines.length === 0 ? [phrase`There are no open alerts.`] : lines));
  }

  /** Throws the same errors as updating an alert. */
  async change(member: ChatMember, act: AlertAct, iid: number): Promise<SlashAnswer> {
    const project = await this.projectOf(member);
    const alert = await this.alerts.update(project, iid, { status: STATUSES[act] });
    return toChannel(
      phrase`${member.actor.name} changed alert ${this.linkTo(project.fullPath, alert)} to ${alert.status}.`,
    );
  }

  /** Resolves the project with the access of the account itself. Throws 404. */
  private async projectOf({ projectId, actor }: ChatMember): Promise<Project> {
    const credential = { kind: 'session', id: 0, scopes: null, expiresAt: null } as const;
    const caller = Caller.signedIn(toAccount(actor), credential, '');
    const target = await this.projects.resolveReference(String(projectId), caller);
    if (!target) {
      throw notFound('Project');
    }
    return target.record;
  }

  private linkTo(projectPath: string, { iid, title }: Alert): Part {
    return link(`#${iid} ${title}`, alertUrl(this.env.baseUrl, projectPath, iid));
  }
}
