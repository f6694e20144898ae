import { html } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';

/** A call as shown from its log or its preview. */
interface ShownCall {
  readonly method: string | null;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** A call as it was made or would be made; its secrets are already filtered. */
export const sentCall = ({ method, url, headers, body }: ShownCall): Safe =>
  html`<p><code>${method ?? ''} ${url}</code></p>
    ${headersText(headers)} ${body !== null && body !== '' && html`<pre class="log">${body}</pre>`}`;

export const headersText = (headers: Readonly<Record<string, string>>): Safe => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return html`${lines.length > 0 && html`<pre class="log">${lines.join('\n')}</pre>`}`;
};
