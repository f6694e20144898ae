import { html, NOTHING } from './html.js';
import type { Insert, Safe } from './html.js';
import { layout } from './layout.js';
import type { Frame } from './layout.js';

export interface Crumb {
  readonly name: string;
  readonly to: string;
}

export interface Tab {
  readonly name: string;
  readonly to: string;
}

export interface PlaceFacts {
  /** Of the window. */
  readonly title: string;
  readonly frame: Frame;
  /** From the top down to the place itself. */
  readonly crumbs: readonly Crumb[];
  readonly tabs: readonly Tab[];
  /** Name of the tab that the page belongs to. */
  readonly current: string;
  readonly notice?: string | undefined;
}

/** Pages of one project or group: where it lies, and the way between its pages. */
export const placeLayout = ({ title, frame, crumbs, tabs, current, notice }: PlaceFacts, content: Insert): Safe =>
  layout(
    { title, frame, ...(notice === undefined ? {} : { notice }) },
    html`<nav class="crumbs" aria-label="Place">${crumbs.map(({ name, to }) => html`<a href="${to}">${name}</a>`)}</nav>
      ${
        tabs.length < 2
          ? NOTHING
          : html`<nav class="tabs" aria-label="Pages">
              ${tabs.map(
                ({ name, to }) =>
                  html`<a href="${to}" ${name === current ? html`aria-current="page"` : NOTHING}>${name}</a>`,
              )}
            </nav>`
      }
      ${content}`,
  );
