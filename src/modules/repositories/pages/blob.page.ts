import { blobAddress } from '../../../core/projects/pages/code-addresses.js';
import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import { bytesText } from '../../../platform/views/bytes.js';
import { html } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { FILES_TAB } from './code-tabs.js';
import { commitLine } from './commit-line.js';
import { fileContent } from '../../../platform/views/file-content.js';
import { seen } from '../../../platform/views/source-text.js';
import type { FilePath } from './ref-path-resolver.service.js';
import { modeTag, pathLine } from './tree.page.js';

/** A file as numbered lines. */
export const blobPage = (context: ProjectPageContext, file: FilePath): Safe =>
  context.page(
    { tab: FILES_TAB.name, title: file.path },
    html`<h1>${seen(file.entry.name)}</h1>
      ${pathLine(context, file, blobAddress)}
      <p>${commitLine(context, file.commit)}</p>
      <p class="muted">${bytesText(file.size)} ${modeTag(file.entry.mode)}</p>
      ${fileContent(file, { otherwise: 'Clone the repository to read it.' })}`,
  );
