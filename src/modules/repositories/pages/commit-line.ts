import { commitAddress } from '../../../core/projects/pages/code-addresses.js';
import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import { titleOf } from '../../../platform/git/commit-object.js';
import type { Commit, Signature } from '../../../platform/git/commit-object.js';
import { html } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { moment } from '../../../platform/views/moment.js';
import { seen } from '../../../platform/views/source-text.js';

const SHORT_ID = 8;
const [FIRST_SECOND, LAST_SECOND] = [-62_135_596_800, 253_402_300_799];

/** Renders a time, clamped to what dates can represent, because clocks of authors may be arbitrarily wrong. */
export const when = ({ seconds }: Signature): Safe =>
  moment(new Date(Math.max(FIRST_SECOND, Math.min(seconds, LAST_SECOND)) * 1000).toISOString());

export const commitLink = (context: ProjectPageContext, id: string): Safe =>
  html`<a href="${commitAddress(context, id)}"><code>${id.slice(0, SHORT_ID)}</code></a>`;

/** One commit in a list. */
export const commitLine = (context: ProjectPageContext, { id, message, author }: Commit, shown = seen): Safe =>
  html`${commitLink(context, id)} ${shown(titleOf(message))} <small>${shown(author.name)}, ${when(author)}</small>`;
