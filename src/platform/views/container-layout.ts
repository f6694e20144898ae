import { html, NOTHING } from './html.js';
import type { Insert, Safe } from './html.js';
import { layout } from './layout.js';
import type { Frame } from './layout.js';
import { SETTINGS } from './container-tabs.js';
import type { Tab } from './container-tabs.js';

export interface Crumb {
  readonly name: string;
  /** Undefined when the viewer may not open it. */
  readonly to: string | undefined;
}

export interface ContainerPageFacts {
  /** Title of the window. */
  readonly title: string;
  readonly frame: Frame;
  /** From the top-level namespace down to the project or group. */
  readonly crumbs: readonly Crumb[];
  readonly tabs: readonly Tab[];
  /** Tabs below the settings tab. */
  readonly settings: readonly Tab[];
  /** Name of the tab that the page belongs to. */
  readonly current: string;
  readonly notice?: string | undefined;
}

/** Layout of the pages of a project or group: breadcrumb and tabs. */
export function containerLayout(facts: ContainerPageFacts, content: Insert): Safe {
  const { title, frame, crumbs, tabs, settings, current, notice } = facts;
  const isSetting = settings.some(({ name }) => name === current);
  return layout(
    { title, frame, ...(notice === undefined ? {} : { notice }) },
    html`<nav class="crumbs" aria-label="Breadcrumb">
        ${crumbs.map(({ name, to }) => (to === undefined ? html`<span>${name}</span>` : html`<a href="${to}">${name}</a>`))}
      </nav>
      ${tabs.length < 2 ? NOTHING : tabRow('Pages', tabs, isSetting ? SETTINGS : current)}
      ${isSetting && settings.length > 1 ? tabRow(SETTINGS, settings, current, 'sub') : NOTHING} ${content}`,
  );
}

const tabRow = (label: string, tabs: readonly Tab[], current: string, className = ''): Safe =>
  html`<nav class="tabs ${className}" aria-label="${label}">
    ${tabs.map(
      ({ name, to }) => html`<a href="${to}" ${name === current ? html`aria-current="page"` : NOTHING}>${name}</a>`,
    )}
  </nav>`;
