import type { Page } from '../../../common/pagination/page.js';
import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import { bytesText } from '../../../platform/views/bytes.js';
import type { FieldErrors } from '../../../platform/views/field-errors.js';
import { confirmedForm } from '../../../platform/views/confirmed-form.js';
import { button, field, form, formAlert } from '../../../platform/views/forms.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { moment } from '../../../platform/views/moment.js';
import { pager } from '../../../platform/views/pager.js';
import { table } from '../../../platform/views/table.js';
import { imagePathOf } from '../repositories/image-repository.js';
import type { RepositoryRecord } from '../repositories/repository-record.js';
import type { TagDetails } from '../tags/tag.columns.js';
import { IMAGES_TAB } from './image-pages.service.js';
import { statusText, titleOf } from './images.page.js';

/** Values of the form for a bulk delete. */
export interface CleanupForm {
  readonly name_regex_delete: string;
  readonly name_regex_keep: string;
  readonly keep_n: string;
  readonly older_than: string;
}
export const EMPTY_CLEANUP: CleanupForm = { name_regex_delete: '', name_regex_keep: '', keep_n: '', older_than: '' };

export interface TagsFacts {
  readonly context: ProjectPageContext;
  readonly frame: Frame;
  readonly repository: RepositoryRecord;
  /** Size of the repository in bytes; content shared by several images counts once. */
  readonly size: number;
  readonly tags: Page<TagDetails>;
  readonly registryHost: string;
  readonly mayDelete: boolean;
  readonly mayCleanUp: boolean;
  readonly values?: CleanupForm;
  readonly errors?: FieldErrors;
}

/** Renders the tags of one repository, with forms to delete them. */
export function tagsPage(facts: TagsFacts): Safe {
  const { context, repository, size, tags, registryHost } = facts;
  const here = addressOf(context, repository);
  return context.page(
    { tab: IMAGES_TAB.name, title: titleOf(repository) },
    html`<div class="head">
        <h1>${titleOf(repository)}</h1>
        <span>
          <span class="tag">${bytesText(size)}</span>
          ${repository.status === null ? NOTHING : html`<span class="tag warn">${statusText(repository.status)}</span>`}
        </span>
      </div>
      <p><code>${registryHost}/${imagePathOf(repository)}</code></p>
      <div class="card">
        ${tags.items.length === 0 ? html`<p class="muted">No tags.</p>` : list(facts, here)} ${pager(tags, here)}
      </div>
      ${facts.mayCleanUp && repository.status === null ? cleanup(facts, here) : NOTHING}`,
  );
}

export const addressOf = ({ address }: ProjectPageContext, { id }: RepositoryRecord): string =>
  `${address}${IMAGES_TAB.path}/${id}`;

const list = ({ tags, mayDelete, frame }: TagsFacts, here: string): Safe =>
  table(
    ['Tag', 'Digest', 'Size', 'Created', ...(mayDelete ? [''] : [])],
    tags.items.map((tag): Insert[] => [
      html`<strong>${tag.name}</strong>`,
      html`<code title="${tag.digest}">${tag.digest.slice(0, 19)}</code>`,
      bytesText(tag.layerSize),
      tag.imageCreatedAt === null ? '' : moment(tag.imageCreatedAt),
      ...(mayDelete
        ? [
            confirmedForm({
              action: `${here}/tags/${encodeURIComponent(tag.name)}`,
              csrfToken: frame.csrfToken,
              method: 'delete',
              label: 'Delete',
              name: tag.name,
              question: `Delete the tag “${tag.name}”?`,
              consequence: 'It can no longer be pulled. This cannot be undone.',
            }),
          ]
        : []),
    ]),
  );

const cleanup = ({ frame, repository, values = EMPTY_CLEANUP, errors = {} }: TagsFacts, here: string): Safe =>
  html`<div class="card">
      <h2>Bulk delete tags</h2>
      <p class="muted">A preview shows which tags would be deleted. Patterns are matched against whole names.</p>
      ${form({ action: `${here}/cleanup`, csrfToken: frame.csrfToken }, [
        ...(errors.base ?? []).map(formAlert),
        field({
          name: 'name_regex_delete',
          label: 'Delete tags that match',
          value: values.name_regex_delete,
          errors: errors.name_regex_delete ?? [],
          required: true,
          hint: 'An RE2 pattern, such as dev-.* or .*',
        }),
        field({
          name: 'name_regex_keep',
          label: 'but keep names that match',
          value: values.name_regex_keep,
          errors: errors.name_regex_keep ?? [],
        }),
        field({
          name: 'keep_n',
          label: 'and keep so many of the newest',
          type: 'number',
          value: values.keep_n,
          errors: errors.keep_n ?? [],
        }),
        field({
          name: 'older_than',
          label: 'and keep what is younger than',
          value: values.older_than,
          errors: errors.older_than ?? [],
          hint: 'Such as 30d or 2 weeks',
        }),
        html`<div class="actions">${button('Preview', 'plain')}</div>`,
      ])}
    </div>
    <div class="card">
      <h2>Delete the repository</h2>
      <p class="muted">All its tags and images are deleted.</p>
      <div class="actions">
        ${confirmedForm({
          action: here,
          csrfToken: frame.csrfToken,
          method: 'delete',
          label: 'Delete repository',
          question: `Delete the repository “${titleOf(repository)}”?`,
          consequence: 'All its tags and images are deleted. This cannot be undone.',
        })}
      </div>
    </div>`;
