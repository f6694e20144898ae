import type { Page } from '../../../common/pagination/page.js';
import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { moment } from '../../../platform/views/moment.js';
import { pager } from '../../../platform/views/pager.js';
import { table } from '../../../platform/views/table.js';
import type { RepositoryRecord } from '../repositories/repository-record.js';
import { IMAGES_TAB } from './image-pages.service.js';

/** Renders the image repositories of a project. */
export const imagesPage = (context: ProjectPageContext, found: Page<RepositoryRecord>, registryHost: string): Safe =>
  context.page(
    { tab: IMAGES_TAB.name, title: 'Registry' },
    html`<h1>Registry</h1>
      <div class="card">
        ${found.items.length === 0 ? empty(context, registryHost) : list(context, found)}
        ${pager(found, context.address + IMAGES_TAB.path)}
      </div>`,
  );

const empty = ({ address }: ProjectPageContext, registryHost: string): Safe =>
  html`<p>No images yet. Push one:</p>
    <pre class="log">
skopeo copy docker-archive:image.tar docker://${registryHost}${address.toLowerCase()}:latest</pre>`;

const list = (context: ProjectPageContext, { items }: Page<RepositoryRecord>): Safe =>
  table(
    ['Repository', 'Tags', 'Updated'],
    items.map((repository) => [
      html`<a href="${context.address}${IMAGES_TAB.path}/${repository.id}">${titleOf(repository)}</a>
        ${repository.status === null ? NOTHING : html`<span class="tag warn">${statusText(repository.status)}</span>`}`,
      repository.tagsCount ?? 0,
      moment(repository.updatedAt),
    ]),
  );

/** The repository at the project's own path has no name. */
export const titleOf = ({ name }: Pick<RepositoryRecord, 'name'>): string => (name === '' ? 'Root image' : name);

const STATUS_TEXTS = {
  delete_scheduled: 'goes soon',
  delete_ongoing: 'is being deleted',
  delete_failed: 'could not be deleted',
} as const;
export const statusText = (status: keyof typeof STATUS_TEXTS): string => STATUS_TEXTS[status];
