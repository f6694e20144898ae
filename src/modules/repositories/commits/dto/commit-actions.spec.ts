import { ValidationErrors } from '../../../../common/params/validation-errors.js';
import { decodeContent } from './commit-actions.js';

const decoded = (text: string): Buffer => {
  const errors = new ValidationErrors();
  const content = decodeContent(text, 'base64', errors);
  errors.refuseAny();
  return content;
};

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
    expect(decoded(text).toString()).toBe(content);
  });

  it.each(['e', 'eA=', 'eA===', 'eHk==', 'eHl6=', '=', 'e%A=', 'eA==eA==', 'eHl6e'])('refuses %j', (text) => {
    expect(() => decoded(text)).toThrow();
  });

  it('reads content of any length', () => {
    expect(decoded('QUJD'.repeat(10_000_000))).toHaveLength(30_000_000);
  });
});
