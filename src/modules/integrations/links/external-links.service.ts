import { Injectable } from '@nestjs/common';
import type { Project } from '../../../core/projects/project.js';
import { AvailableKinds } from '../settings/available-kinds.js';
import type { Integration } from '../settings/integration.js';
import { IntegrationsRepository } from '../settings/integrations.repository.js';
import { referencesIn } from './references.js';

export interface WikiLink {
  readonly slug: string;
  readonly url: string | null;
}

export interface TrackerLinks {
  readonly slug: string;
  readonly projectUrl: string | null;
  readonly newIssueUrl: string | null;
  readonly issuesUrl: string | null;
}

export interface ResolvedReference {
  readonly reference: string;
  readonly slug: string;
  readonly url: string;
}

/** Wikis and issue trackers of a project outside of the service. */
export interface ExternalLinks {
  readonly wiki: WikiLink | null;
  readonly trackers: readonly TrackerLinks[];
  readonly references: readonly ResolvedReference[];
}

/** In order of precedence. */
const WIKIS = [
  { slug: 'wiki-link-a', param: 'confluence_url' },
  { slug: 'external-wiki', param: 'external_wiki_url' },
];

/** Wikis and issue trackers that a project links to; no requests are sent to them (contract: integrations §6.2). */
@Injectable()
export class ExternalLinksService {
  constructor(
    private readonly integrations: IntegrationsRepository,
    private readonly kinds: AvailableKinds,
  ) {}

  async of(project: Project, text: string): Promise<ExternalLinks> {
    const active = await this.integrations.active(project.id);
    const trackers = active.filter((integration) => this.isLinkedTracker(integration)).map(linksOf);
    return {
      wiki: wikiAmong(active),
      trackers,
      references: trackers.flatMap((tracker) => resolved(tracker, text)),
    };
  }

  private isLinkedTracker({ slug }: Integration): boolean {
    const kind = this.kinds.all.find((known) => known.slug === slug);
    return kind?.category === 'issue tracker' && kind.transport === 'none';
  }
}

function wikiAmong(active: readonly Integration[]): WikiLink | null {
  for (const { slug, param } of WIKIS) {
    const found = active.find((integration) => integration.slug === slug);
    if (found) {
      return { slug, url: textOf(found, param) };
    }
  }
  return null;
}

const linksOf = (integration: Integration): TrackerLinks => ({
  slug: integration.slug,
  projectUrl: textOf(integration, 'project_url'),
  newIssueUrl: textOf(integration, 'new_issue_url'),
  issuesUrl: textOf(integration, 'issues_url'),
});

function textOf({ settings }: Integration, name: string): string | null {
  const value = settings[name];
  return typeof value === 'string' ? value : null;
}

const resolved = ({ slug, issuesUrl }: TrackerLinks, text: string): ResolvedReference[] =>
  issuesUrl === null
    ? []
    : referencesIn(text, slug).map(({ reference, id }) => ({
        reference,
        slug,
        url: issuesUrl.replaceAll(':id', encodeURIComponent(id)),
      }));
