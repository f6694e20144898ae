import { Get } from '@nestjs/common';
import { StoragesService } from '../../repositories/storages/storages.service.js';
import { PageController, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { SettingsService } from '../../../core/settings/settings.service.js';
import { Outbox } from '../../../platform/queue/outbox.js';
import { html } from '../../../platform/views/html.js';
import { moment } from '../../../platform/views/moment.js';
import { table } from '../../../platform/views/table.js';
import { page } from '../../../platform/views/web-answer.js';
import { adminPage } from '../../../platform/views/admin-layout.js';

const SHOWN = 100;

/** Counts of waiting and running jobs, and the jobs that failed for good. */
@PageController('admin/jobs', { who: 'administrator' })
export class AdminJobsController {
  constructor(private readonly outbox: Outbox) {}

  @Get()
  async show(@Web() { frame }: WebContext) {
    const [{ waiting, leased, dead }, jobs] = await Promise.all([this.outbox.stats(), this.outbox.dead(SHOWN)]);
    const rows = jobs.map(({ name, attempts, lastError, deadAt }) => [
      html`<code>${name}</code>`,
      attempts,
      lastError ?? '',
      moment(deadAt),
    ]);
    const content = html`<p>${waiting} waiting, ${leased} running, ${dead} failed.</p>
      <div class="card">
        <h2>Failed jobs</h2>
        ${
          rows.length === 0
            ? html`<p class="muted">No failed jobs.</p>`
            : table(['Job', 'Attempts', 'Last error', 'Failed at'], rows)
        }
      </div>`;
    return page(adminPage('Jobs', frame, content));
  }
}

/** Where repositories lie (contract: storage-moves §1). */
@PageController('admin/storages', { who: 'administrator' })
export class AdminStoragesController {
  constructor(
    private readonly storages: StoragesService,
    private readonly settings: SettingsService,
  ) {}

  @Get()
  async show(@Web() { frame }: WebContext) {
    const { repositoryStoragesWeighted: weights } = await this.settings.current();
    const rows = await Promise.all(
      this.storages.names.map(async (name) => [
        html`<strong>${name}</strong>`,
        weights[name] ?? 0,
        (await this.storages.isReachable(name))
          ? html`<span class="tag good">available</span>`
          : html`<span class="tag bad">unavailable</span>`,
      ]),
    );
    return page(
      adminPage('Storages', frame, html`<div class="card">${table(['Storage', 'Weight', 'State'], rows)}</div>`),
    );
  }
}
