import type { Page } from '../../../common/pagination/page.js';
import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import { bytesText } from '../../../platform/views/bytes.js';
import { confirmedForm } from '../../../platform/views/confirmed-form.js';
import { fact } from '../../../platform/views/fact.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { moment } from '../../../platform/views/moment.js';
import { pager } from '../../../platform/views/pager.js';
import { table } from '../../../platform/views/table.js';
import type { PackageFileView, SinglePackageView } from '../management/package.presenter.js';
import { statusTag, wordOf } from './package-list.page.js';
import type { PackageNotes } from './package-notes.repository.js';
import { PACKAGES_TAB } from './package-tabs.js';

const MOST_VERSIONS = 100;

export interface PackageFacts {
  readonly context: ProjectPageContext;
  readonly frame: Frame;
  readonly shown: SinglePackageView;
  readonly notes: PackageNotes;
  readonly files: Page<PackageFileView>;
  /** Shell commands. */
  readonly commands: readonly string[];
  readonly mayDelete: boolean;
}

/** Renders one package: how to install it, its files, its other versions and the pipelines that published it. */
export function packagePage(facts: PackageFacts): Safe {
  const { context, shown, notes, files, commands, mayDelete } = facts;
  const here = shown._links.web_path;
  return context.page(
    { tab: PACKAGES_TAB.name, title: `${shown.name} ${shown.version}` },
    html`<h1>${shown.name} <small>${shown.version}</small> ${statusTag(shown.status)}</h1>
      ${shown.status_message ? html`<p class="alert">${shown.status_message}</p>` : NOTHING}
      ${notes.deprecation ? html`<p class="alert">Deprecated: ${notes.deprecation}</p>` : NOTHING}
      <div class="card">
        <dl class="facts">
          ${fact('Type', wordOf(shown.package_type))} ${fact('Published', moment(shown.created_at))}
          ${fact('Last download', shown.last_downloaded_at === null ? 'never' : moment(shown.last_downloaded_at))}
          ${shown.tags.length === 0 ? NOTHING : fact('Tags', shown.tags.map(({ name }) => name).join(', '))}
        </dl>
        ${
          commands.length === 0
            ? NOTHING
            : html`<h2>Install</h2>
                <pre class="log">${commands.join('\n')}</pre>`
        }
      </div>
      <div class="card">
        <h2>Files</h2>
        ${files.items.length === 0 ? html`<p class="muted">No files.</p>` : fileTable(facts)} ${pager(files, here)}
      </div>
      ${versionsCard(facts)} ${pipelinesCard(shown)}
      ${mayDelete ? html`<div class="actions">${deletion(facts)}</div>` : NOTHING}`,
  );
}

const fileTable = ({ context, shown, files, frame, mayDelete }: PackageFacts): Safe =>
  table(
    ['File', 'Size', 'SHA-256', 'Created', ''],
    files.items.map((file): Insert[] => [
      html`<a href="${downloadOf(context, file)}">${file.file_name}</a>`,
      bytesText(file.size),
      html`<code title="${file.file_sha256}">${file.file_sha256.slice(0, 12)}…</code>`,
      moment(file.created_at),
      mayDelete
        ? confirmedForm({
            action: `${context.address}${PACKAGES_TAB.path}/${shown.id}/files/${file.id}`,
            csrfToken: frame.csrfToken,
            label: 'Delete',
            name: file.file_name,
            question: `Delete ${file.file_name}?`,
            consequence: 'Who installs the package does not get this file any more.',
          })
        : NOTHING,
    ]),
  );

const downloadOf = ({ project }: ProjectPageContext, { package_id: id, id: fileId }: PackageFileView): string =>
  `/api/v4/projects/${project.id}/packages/${id}/package_files/${fileId}/download`;

function versionsCard({ context, shown }: PackageFacts): Safe {
  const others = shown.versions.slice(0, MOST_VERSIONS);
  return others.length === 0
    ? NOTHING
    : html`<div class="card">
        <h2>Other versions</h2>
        ${table(
          ['Version', 'Published'],
          others.map((version): Insert[] => [
            html`<a href="${context.address}${PACKAGES_TAB.path}/${version.id}">${version.version}</a>`,
            moment(version.created_at),
          ]),
        )}
        ${shown.versions.length > MOST_VERSIONS ? html`<p class="muted">and more</p>` : NOTHING}
      </div>`;
}

const pipelinesCard = ({ pipelines }: SinglePackageView): Safe =>
  pipelines.length === 0
    ? NOTHING
    : html`<div class="card">
        <h2>Pipelines</h2>
        ${table(
          ['Pipeline', 'Ref', 'Status'],
          pipelines.map((pipeline): Insert[] => [
            html`<a href="${new URL(pipeline.web_url).pathname}">#${pipeline.id}</a>`,
            html`${pipeline.ref} <code>${pipeline.sha.slice(0, 8)}</code>`,
            pipeline.status,
          ]),
        )}
      </div>`;

const deletion = ({ context, shown, frame }: PackageFacts): Safe =>
  confirmedForm({
    action: `${context.address}${PACKAGES_TAB.path}/${shown.id}`,
    method: 'delete',
    csrfToken: frame.csrfToken,
    label: 'Delete package',
    question: `Delete ${shown.name} ${shown.version}?`,
    consequence: 'It can be restored for some days; after that its files are gone.',
  });
