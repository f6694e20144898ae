import { button, hidden } from '../../../platform/views/forms.js';
import { html } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { layout } from '../../../platform/views/layout.js';
import type { Frame } from '../../../platform/views/layout.js';

/** The address has been verified to belong to the application, and its scheme cannot run code in this page. */
export const formPostPage = (action: string, params: Readonly<Record<string, string>>, frame: Frame): Safe =>
  layout(
    {
      title: 'Back to the application',
      frame: { ...frame, user: null },
      narrow: true,
      script: '/assets/submit.js',
    },
    html`<div class="card">
      <h1>Back to the application</h1>
      <form method="post" action="${action}" class="form">
        ${Object.entries(params).map(([name, value]) => hidden(name, value))}
        <p>If nothing happens, continue manually.</p>
        ${button('Continue')}
      </form>
    </div>`,
  );
