import { html, NOTHING } from '../../platform/views/html.js';
import type { Safe } from '../../platform/views/html.js';
import { describeScope } from './scopes.js';

/** Lists scopes by name with one sentence each; broad ones are highlighted (contract: oauth §4). */
export const scopeList = (scopes: readonly string[]): Safe =>
  html`<ul class="scopes">
    ${scopes.map(scopeItem)}
  </ul>`;

function scopeItem(name: string): Safe {
  const { description, isBroad } = describeScope(name);
  return html`<li class="${isBroad ? 'broad' : ''}">
    <code>${name}</code> ${isBroad ? html`<span class="tag warn">broad</span>` : NOTHING}<br /><small
      >${description}</small
    >
  </li>`;
}
