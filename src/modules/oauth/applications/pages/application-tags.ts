import { html, NOTHING } from '../../../../platform/views/html.js';
import type { Safe } from '../../../../platform/views/html.js';
import type { Application } from '../application.js';

export const kindTags = ({ confidential, trusted }: Pick<Application, 'confidential' | 'trusted'>): Safe =>
  html`<span class="tag">${confidential ? 'confidential' : 'public'}</span>${
      trusted ? html`<span class="tag warn">trusted</span>` : NOTHING
    }`;
