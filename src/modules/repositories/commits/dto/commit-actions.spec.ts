import { decodeContent } from './commit-actions.js';

describe('decodeContent', () => {
  it.each([
    ['', ''],
    ['eA==', 'x'],
    ['eA', 'x'],
    ['eHk=', 'xy'],
    ['eHk', 'xy'],
    ['eHl6', 'xyz'],
    ['eH\nl6\n', 'xyz'],
  ])('reads %j', (text, content) => {
    expect(decodeContent(text, 'base64').toString()).toBe(content);
  });

  it.each(['e', 'eA=', 'eA===', 'eHk==', 'eHl6=', '=', 'e%A=', 'eA==eA==', 'eHl6e'])('refuses %j', (text) => {
    expect(() => decodeContent(text, 'base64')).toThrow();
  });

  it('reads content of any length', () => {
    expect(decodeContent('QUJD'.repeat(10_000_000), 'base64')).toHaveLength(30_000_000);
  });
});
