import type { Page } from '../../../common/pagination/page.js';
import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import type { FieldErrors } from '../../../platform/views/field-errors.js';
import { button, field, form } from '../../../platform/views/forms.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { moment } from '../../../platform/views/moment.js';
import { pager } from '../../../platform/views/pager.js';
import { secretCard } from '../../../platform/views/secret-card.js';
import { table } from '../../../platform/views/table.js';
import { revocation } from '../../../platform/views/token-acts.js';
import type { Trigger } from '../trigger.js';

export const TRIGGERS_TAB = { name: 'Triggers', path: '/-/triggers', position: 40, isSetting: true } as const;

export interface TriggersFacts {
  readonly context: ProjectPageContext;
  readonly frame: Frame;
  readonly triggers: Page<Trigger>;
  readonly description?: string;
  readonly errors?: FieldErrors;
  /** Value of the token that was just created. */
  readonly created?: string | undefined;
}

export const hereOf = ({ address }: ProjectPageContext): string => address + TRIGGERS_TAB.path;

/** Trigger tokens of a project; the value of a token is shown when it is created. */
export function triggersPage(facts: TriggersFacts): Safe {
  const { context, frame, triggers, description = '', errors = {}, created } = facts;
  const here = hereOf(context);
  return context.page(
    {
      tab: TRIGGERS_TAB.name,
      title: 'Trigger tokens',
      ...(created === undefined ? {} : { notice: 'The trigger token was created.' }),
    },
    html`<h1>Trigger tokens</h1>
      ${created === undefined ? NOTHING : secretCard('trigger-token', created)}
      <div class="card">
        ${form({ action: here, csrfToken: frame.csrfToken }, [
          field({
            name: 'description',
            label: 'Description',
            value: description,
            errors: errors.description ?? [],
            required: true,
          }),
          html`<div class="actions">${button('Create trigger token')}</div>`,
        ])}
      </div>
      <div class="card">
        ${triggers.items.length === 0 ? html`<p class="muted">No trigger tokens yet.</p>` : list(triggers, here, frame)}
        ${pager(triggers, here)}
      </div>`,
  );
}

const list = ({ items }: Page<Trigger>, here: string, { csrfToken }: Frame): Safe =>
  table(
    ['Description', 'Token', 'Owner', 'Last used', ''],
    items.map((trigger): Insert[] => [
      trigger.description,
      html`<code>${trigger.firstFour}…</code>`,
      trigger.owner?.username ?? 'gone',
      trigger.lastUsedAt === null ? 'never' : moment(trigger.lastUsedAt),
      revocation(`${here}/${trigger.id}`, trigger.description, csrfToken),
    ]),
  );
