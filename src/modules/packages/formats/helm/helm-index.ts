import semver from 'semver';
import { sortInTurnsBy } from '../../../../common/concurrency/sort-in-turns.js';
import { framed } from '../../files/document-rows.js';
import type { ChartEntry, ChartName } from './helm.repository.js';
import { yamlTextOf } from './yaml-text.js';

/** Location of the project's charts, in the form that the push plugin expects: `/api/v4/projects/:id/packages/helm`. */
export interface HelmSite {
  readonly contextPath: string;
}

/** Writes the index of these charts; each batch describes some of them, as JSON (contract: packages §5.8). */
export function writeHelmIndex(
  charts: readonly ChartName[],
  described: AsyncIterable<readonly ChartEntry[]>,
  { contextPath }: HelmSite,
): AsyncGenerator<string, undefined> {
  const frame = {
    before: `apiVersion: v1\nentries:${charts.length === 0 ? ' {}' : ''}\n`,
    separator: '',
    after: `generated: ${JSON.stringify(newestTime(charts))}\nserverInfo: ${JSON.stringify({ contextPath })}\n`,
  };
  let begun = '';
  return framed(frame, described, ({ name, json }) => {
    const heading = name === begun ? '' : `  ${JSON.stringify(name)}:\n`;
    begun = name;
    return `${heading}    - ${yamlTextOf(json)}\n`;
  });
}

/** Sorted by name, and by version within a name, newest first. */
export const inIndexOrder = (charts: readonly ChartName[]): Promise<readonly ChartName[]> =>
  sortInTurnsBy(
    charts,
    ({ name, version }) => ({ name, version: new semver.SemVer(version) }),
    (one, other) => compareNames(one.name, other.name) || semver.compareBuild(other.version, one.version),
  );

const compareNames = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Time of the latest change of the index, so that the output stays the same while its content does. */
const newestTime = (charts: readonly ChartName[]): string =>
  charts.reduce((newest, { createdAt }) => (createdAt > newest ? createdAt : newest), '1970-01-01T00:00:00.000Z');
