import { html } from './html.js';
import type { Insert, Safe } from './html.js';
import { layout } from './layout.js';
import type { Frame } from './layout.js';

const PAGES = [
  ['/-/profile', 'Password'],
  ['/-/profile/two_factor', 'Two-factor authentication'],
  ['/-/profile/sessions', 'Sessions'],
  ['/-/profile/personal_access_tokens', 'Personal tokens'],
  ['/-/profile/chat_accounts', 'Chat accounts'],
] as const;

export interface ProfileFacts {
  readonly title: (typeof PAGES)[number][1];
  readonly frame: Frame;
  readonly notice?: string | undefined;
}

/** Layout of the pages about one's own account, with their navigation. */
export const profileLayout = ({ title, frame, notice }: ProfileFacts, content: Insert): Safe =>
  layout(
    { title, frame, ...(notice === undefined ? {} : { notice }) },
    html`<nav class="tabs" aria-label="Account">
        ${PAGES.map(
          ([to, name]) => html`<a href="${to}" ${name === title ? html`aria-current="page"` : ''}>${name}</a>`,
        )}
      </nav>
      <h1>${title}</h1>
      ${content}`,
  );
