import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import { html } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import { moment } from '../../../platform/views/moment.js';
import { table } from '../../../platform/views/table.js';
import type { IntegrationKind } from '../kinds/kind.js';
import type { Integration } from '../settings/integration.js';
import { healthTag } from './health-tag.js';
import { deliveriesAddress, integrationAddress, INTEGRATIONS_TAB } from './integration-addresses.js';

interface IntegrationsFacts {
  readonly kinds: readonly IntegrationKind[];
  readonly integrations: readonly Integration[];
}

/** The integrations that a project has set up, with their health, and the other available kinds. */
export function integrationsPage(context: ProjectPageContext, { kinds, integrations }: IntegrationsFacts): Safe {
  const bySlug = new Map(integrations.map((integration) => [integration.slug, integration]));
  const others = kinds.filter(({ slug }) => !bySlug.has(slug));
  const rows = kinds.flatMap((kind) => {
    const integration = bySlug.get(kind.slug);
    return integration ? [rowOf(context, kind, integration)] : [];
  });
  return context.page(
    { tab: INTEGRATIONS_TAB.name, title: 'Integrations' },
    html`<h1>Integrations</h1>
      <div class="card">
        ${
          rows.length === 0
            ? html`<p class="muted">No integrations yet.</p>`
            : table(['Integration', 'State', 'Last success', 'Last failure', ''], rows)
        }
      </div>
      <div class="card">
        <h2>Add an integration</h2>
        ${table(
          ['Integration', 'About'],
          others.map(({ slug, title, category }) => [
            html`<a href="${integrationAddress(context, slug)}">${title}</a>`,
            category,
          ]),
        )}
      </div>`,
  );
}

const rowOf = (context: ProjectPageContext, { slug, title }: IntegrationKind, integration: Integration): Insert[] => [
  html`<a href="${integrationAddress(context, slug)}">${title}</a>`,
  healthTag(integration),
  timeOf(integration.lastSuccessAt),
  timeOf(integration.lastFailureAt),
  html`<a href="${deliveriesAddress(context, slug)}" aria-label="Deliveries of ${title}">Deliveries</a>`,
];

const timeOf = (iso: string | null): Insert => (iso === null ? 'never' : moment(iso));
