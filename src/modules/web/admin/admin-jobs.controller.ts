import { Get } from '@nestjs/common';
import { PageController, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { Outbox } from '../../../platform/queue/outbox.js';
import { html } from '../../../platform/views/html.js';
import { moment } from '../../../platform/views/moment.js';
import { table } from '../../../platform/views/table.js';
import { page } from '../../../platform/views/web-answer.js';
import { adminPage } from '../../../platform/views/admin-layout.js';

const SHOWN = 100;

/** Numbers of waiting and running jobs, and the jobs that failed permanently. */
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
