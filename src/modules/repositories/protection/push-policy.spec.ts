import { NULL_ID } from '../../../platform/git/git-directory.js';
import { refuseChange } from './push-policy.js';
import type { PushRules, RefChange } from './push-policy.js';

const [ONE, TWO] = ['1'.repeat(40), '2'.repeat(40)];
const NOW = '2026-11-21T00:00:00.000Z';
const rule = (pattern: string, more: object = {}) => ({
  ...({
    id: 1,
    pattern,
    pushLevel: 40,
    mergeLevel: 40,
    unprotectLevel: 40,
    allowForcePush: false,
    updatedAt: NOW,
  } as const),
  ...more,
});
const rulesOf = (facts: Partial<PushRules>): PushRules => ({
  ...{ level: 30, isAdmin: false, defaultBranch: 'main', branches: [], tags: [] },
  ...facts,
});
const change = (ref: string, before = ONE, after = TWO): RefChange => ({ ref, before, after });
const evaluate = (changed: RefChange, facts: Partial<PushRules> = {}, isForward = true) =>
  refuseChange(changed, rulesOf(facts), () => Promise.resolve(isForward));

describe('refuseChange', () => {
  it('refuses what is neither branch nor tag, and bad names, even to maintainers', async () => {
    expect(await evaluate(change('refs/keep/pipelines/1'), { isAdmin: true })).toBe('outside');
    expect(await evaluate(change('HEAD'), { isAdmin: true })).toBe('outside');
    expect(await evaluate(change('refs/heads/-x'), { isAdmin: true })).toBe('name');
    expect(await evaluate(change(`refs/tags/${ONE}`), { isAdmin: true })).toBe('name');
  });

  it('refuses to delete the default branch before it reads rules', async () => {
    const facts = { isAdmin: true, branches: [rule('*')] };

    expect(await evaluate(change('refs/heads/main', ONE, NULL_ID), facts)).toBe('delete default');
    expect(await evaluate(change('refs/heads/other', ONE, NULL_ID), facts)).toBe('delete protected');
  });

  it('allows a push to a protected branch from the level of the most permissive rule on', async () => {
    const branches = [rule('main'), rule('m*', { pushLevel: 30 })];

    expect(await evaluate(change('refs/heads/main'), { branches: [rule('main')] })).toBe('push protected');
    expect(await evaluate(change('refs/heads/main', NULL_ID), { branches: [rule('main')] })).toBe('push protected');
    expect(await evaluate(change('refs/heads/main'), { branches })).toBeNull();
    expect(await evaluate(change('refs/heads/main'), { branches, level: 20 })).toBe('push protected');
  });

  it('refuses to force a protected branch unless a rule allows it; other branches may be forced', async () => {
    const forcing = [rule('main', { allowForcePush: true })];
    const facts = { level: 40, branches: [rule('main')] };

    expect(await evaluate(change('refs/heads/main'), facts, false)).toBe('force protected');
    expect(await evaluate(change('refs/heads/main'), { ...facts, branches: forcing }, false)).toBeNull();
    expect(await evaluate(change('refs/heads/main', NULL_ID), facts, false)).toBeNull();
    expect(await evaluate(change('refs/heads/free'), facts, false)).toBeNull();
  });

  it('guards protected tags', async () => {
    const tags = [{ id: 1, pattern: 'v*', createLevel: 0, updatedAt: NOW } as const];
    const tag = 'refs/tags/v1';

    expect(await evaluate(change(tag, NULL_ID), { tags, isAdmin: true })).toBe('create tag');
    expect(await evaluate(change(tag), { tags })).toBe('move tag');
    expect(await evaluate(change(tag, ONE, NULL_ID), { tags })).toBe('delete tag');
    expect(await evaluate(change(tag, ONE, NULL_ID), { tags, level: 40 })).toBeNull();
    expect(await evaluate(change('refs/tags/free', NULL_ID), { tags })).toBeNull();
  });

  it('takes Developers and above for everything else', async () => {
    expect(await evaluate(change('refs/heads/x'), { level: 20 })).toBe('role');
    expect(await evaluate(change('refs/heads/x'), { level: 0, isAdmin: true })).toBeNull();
  });
});
