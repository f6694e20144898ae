import type { Page } from '../../../common/pagination/page.js';
import { confirmedForm } from '../../../platform/views/confirmed-form.js';
import { button, form, hidden } from '../../../platform/views/forms.js';
import { html } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import { layout } from '../../../platform/views/layout.js';
import type { Frame } from '../../../platform/views/layout.js';
import { moment } from '../../../platform/views/moment.js';
import { pager } from '../../../platform/views/pager.js';
import { profileLayout } from '../../../platform/views/profile-layout.js';
import { seen } from '../../../platform/views/source-text.js';
import { table } from '../../../platform/views/table.js';
import type { ChatAccount, ChatIdentity } from './chat-account.js';
import { CHAT_ACCOUNTS_PATH, LINK_PATH } from './chat-link-path.js';

/** The caller's own chat accounts. */
export const chatAccountsPage = (accounts: Page<ChatAccount>, frame: Frame): Safe =>
  profileLayout(
    { title: 'Chat accounts', frame },
    html`<p class="muted">Users of chats whose slash commands act as you.</p>
      <div class="card">
        ${
          accounts.items.length === 0
            ? html`<p class="muted">No chat accounts yet. A slash command shows the link that adds one.</p>`
            : table(
                ['Name', 'Chat', 'Team', 'Linked', 'Last used', ''],
                accounts.items.map((account) => row(account, frame)),
              )
        }
        ${pager(accounts, CHAT_ACCOUNTS_PATH)}
      </div>`,
  );

const row = (account: ChatAccount, { csrfToken }: Frame): readonly Insert[] => [
  html`<strong>${nameOf(account)}</strong>`,
  account.kind,
  account.teamId,
  moment(account.createdAt),
  account.lastUsedAt === null ? 'never' : moment(account.lastUsedAt),
  confirmedForm({
    action: `${CHAT_ACCOUNTS_PATH}/${account.id}`,
    csrfToken,
    method: 'delete',
    label: 'Unlink',
    name: nameOf(account),
    question: `Unlink “${nameOf(account)}”?`,
    consequence: 'Slash commands of this chat user no longer act as you.',
  }),
];

const nameOf = ({ chatName, chatId }: Pick<ChatAccount, 'chatName' | 'chatId'>): string =>
  chatName === '' ? chatId : chatName;

/** Shows which chat user the link is for: anyone who follows another user's link would lend them their account. */
export const linkChatAccountPage = (identity: ChatIdentity, token: string, frame: Frame): Safe =>
  card(
    'Link a chat account',
    frame,
    html`<p>
        The chat user <strong>${seen(nameOf(identity))}</strong> of the team
        <strong>${seen(identity.teamName === '' ? identity.teamId : identity.teamName)}</strong> (${identity.kind}) will
        be able to start pipelines and to change alerts as you, <strong>@${frame.user?.username}</strong>.
      </p>
      <p>Continue only if this is you, and you asked for the link yourself.</p>
      ${form({ action: LINK_PATH, csrfToken: frame.csrfToken }, [hidden('token', token), button('Link account')])}`,
  );

export const deadChatLinkPage = (frame: Frame): Safe =>
  card(
    'This link is no longer valid',
    frame,
    html`<p>It was used already, or it has expired. Send a slash command again to get a new one.</p>`,
  );

const card = (title: string, frame: Frame, content: Insert): Safe =>
  layout(
    { title, frame, narrow: true },
    html`<div class="card">
      <h1>${title}</h1>
      ${content}
    </div>`,
  );
