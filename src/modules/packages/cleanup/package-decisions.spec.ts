import type { PackageCleanupRules } from './package-cleanup-policy.js';
import { decide } from './package-decisions.js';
import type { PackageFacts } from './package-facts.repository.js';

const NOW = new Date('2026-11-23T00:00:00.000Z');
const aVersion = (id: number, daysOld: number, facts: Partial<PackageFacts> = {}): PackageFacts => {
  const name = facts.name ?? 'tool';
  const createdAt = new Date(NOW.getTime() - daysOld * 86_400_000).toISOString();
  return { id, packageType: 'generic', nameKey: name, version: `1.${id}`, createdAt, ...facts, name };
};
const rules = (set: Partial<PackageCleanupRules>): PackageCleanupRules => ({
  keepNVersions: null,
  olderThan: null,
  nameRegexDelete: null,
  nameRegexKeep: null,
  packageTypes: [],
  ...set,
});
const actions = async (packages: readonly PackageFacts[], set: Partial<PackageCleanupRules>) =>
  (await decide(packages, rules(set), NOW)).map(({ action, rule }) => `${action}: ${rule}`);

describe('decide', () => {
  it('keeps everything where no rule says what to delete', async () => {
    expect(await actions([aVersion(1, 400)], { nameRegexKeep: 'x', packageTypes: ['generic'] })).toEqual([
      'keep: policy',
    ]);
  });

  it('deletes nothing by a pattern that cannot be read any more, and keeps all by one', async () => {
    const packages = [aVersion(1, 400)];

    expect(await actions(packages, { nameRegexDelete: '(a?){1000}' })).toEqual(['keep: name_regex_delete']);
    expect(await actions(packages, { olderThan: '1 day', nameRegexKeep: '(a?){1000}' })).toEqual([
      'keep: name_regex_keep',
    ]);
  });

  it('keeps the newest versions of each name of a format', async () => {
    const packages = [
      aVersion(1, 3),
      aVersion(2, 1),
      aVersion(3, 1),
      aVersion(4, 9, { name: 'other' }),
      aVersion(5, 9, { packageType: 'npm' }),
    ];

    expect(await actions(packages, { keepNVersions: 1 })).toEqual([
      'delete: keep_n_versions',
      'delete: keep_n_versions',
      'keep: keep_n_versions',
      'keep: keep_n_versions',
      'keep: keep_n_versions',
    ]);
  });

  it('deletes only what is strictly older', async () => {
    expect(await actions([aVersion(1, 7), aVersion(2, 7.01)], { olderThan: '1 week' })).toEqual([
      'keep: older_than',
      'delete: older_than',
    ]);
  });

  it('matches whole names, and keeps what both patterns match', async () => {
    const packages = [aVersion(1, 1, { name: 'app' }), aVersion(2, 1, { name: 'app-x' }), aVersion(3, 1)];

    expect(await actions(packages, { nameRegexDelete: 'app.*', nameRegexKeep: 'app' })).toEqual([
      'keep: name_regex_keep',
      'delete: name_regex_delete',
      'keep: name_regex_delete',
    ]);
  });

  it('leaves other formats alone', async () => {
    const packages = [aVersion(1, 1, { packageType: 'npm' }), aVersion(2, 1)];

    expect(await actions(packages, { nameRegexDelete: '.*', packageTypes: ['npm'] })).toEqual([
      'delete: name_regex_delete',
      'keep: package_types',
    ]);
  });
});
