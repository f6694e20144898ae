import { referencesIn } from './references.js';

describe('referencesIn', () => {
  it.each([
    ['custom-issue-tracker', 'Fixes #12 and ABC-3, not abc-4 or x#5', [['#12', '12'], ['ABC-3', 'ABC-3']]], // prettier-ignore
    ['issue-tracker-e', 'abc-4 and #1', [['abc-4', 'abc-4'], ['#1', '1']]], // prettier-ignore
    ['issue-tracker-b', 'bug 12, Work Item 3, #4, debug 5', [['bug 12', '12'], ['Work Item 3', '3']]], // prettier-ignore
    ['issue-tracker-a', '#1 #1', [['#1', '1']]],
  ])('finds those of %s', (slug, text, expected) => {
    expect(referencesIn(text, slug).map(({ reference, id }) => [reference, id])).toEqual(expected);
  });
});
