import semver from 'semver';
import type { ChartEntry } from './helm.repository.js';
import { yamlTextOf } from './yaml-text.js';

/** Where the project's charts lie, as the push plugin asks for it: `/api/v4/projects/:id/packages/helm`. */
export interface HelmSite {
  readonly contextPath: string;
}

/** The index of a channel; charts stand there as JSON, which is YAML as well (contract: packages §5.8). */
export function presentHelmIndex(entries: readonly ChartEntry[], { contextPath }: HelmSite): string {
  const names = [...new Set(entries.map(({ name }) => name))];
  const byName = new Map<string, ChartEntry[]>(names.map((name) => [name, []]));
  entries.forEach((entry) => byName.get(entry.name)?.push(entry));
  const lines = names.flatMap((name) => [
    `  ${JSON.stringify(name)}:`,
    ...newestFirst(byName.get(name) ?? []).map(({ json }) => `    - ${yamlTextOf(json)}`),
  ]);
  return [
    'apiVersion: v1',
    lines.length === 0 ? 'entries: {}' : 'entries:',
    ...lines,
    `generated: ${JSON.stringify(newestTime(entries))}`,
    `serverInfo: ${JSON.stringify({ contextPath })}`,
    '',
  ].join('\n');
}

function newestFirst(entries: readonly ChartEntry[]): readonly ChartEntry[] {
  const known = entries.map((entry) => ({ entry, version: semver.parse(entry.version) }));
  known.sort((a, b) => (a.version && b.version ? semver.compareBuild(b.version, a.version) : 0));
  return known.map(({ entry }) => entry);
}

/** When the index changed last, so that it is the same as long as it says the same. */
const newestTime = (entries: readonly ChartEntry[]): string =>
  entries.reduce((newest, { createdAt }) => (createdAt > newest ? createdAt : newest), '1970-01-01T00:00:00.000Z');
