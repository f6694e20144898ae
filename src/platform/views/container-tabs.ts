export interface Tab {
  readonly name: string;
  readonly to: string;
}

/** A page that a module adds to every project, or to every group. */
export interface ContainerTab {
  readonly name: string;
  /** Suffix of the container's URL, such as `/-/members`; empty for the container's own page. */
  readonly path: string;
  /** Position among the other tabs. */
  readonly position: number;
  /** Whether it belongs below the tab `Settings`. */
  readonly isSetting?: boolean;
}

interface Shown {
  readonly tabs: readonly Tab[];
  /** Tabs of the second row, for the pages below settings. */
  readonly settings: readonly Tab[];
}

export const SETTINGS = 'Settings';

/** Returns the rows of tabs of a container; all settings share one tab, which links to the first of them. */
export function shownTabs(tabs: readonly ContainerTab[], address: string): Shown {
  const ordered = [...tabs].sort((one, other) => one.position - other.position);
  const toTab = ({ name, path }: ContainerTab): Tab => ({ name, to: address + path });
  const settings = ordered.filter(({ isSetting }) => isSetting).map(toTab);
  const main = ordered.filter(({ isSetting }) => !isSetting).map(toTab);
  const [first] = settings;
  return { tabs: first ? [...main, { name: SETTINGS, to: first.to }] : main, settings };
}
