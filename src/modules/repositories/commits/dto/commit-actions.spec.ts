import { ValidationErrors } from '../../../../common/params/validation-errors.js';
import { turnsDuring } from '../../../../../test/fixtures/turns-during.js';
import { decodeContent, readActions } from './commit-actions.js';

const decoded = async (text: string): Promise<Buffer> => {
  const errors = new ValidationErrors();
  const content = await decodeContent(text, 'base64', errors);
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
  ])('reads %j', async (text, content) => {
    expect((await decoded(text)).toString()).toBe(content);
  });

  it.each(['e', 'eA=', 'eA===', 'eHk==', 'eHl6=', '=', 'e%A=', 'eA==eA==', 'eHl6e'])('refuses %j', async (text) => {
    await expect(decoded(text)).rejects.toThrow();
  });

  it('reads content of any length', async () => {
    expect(await decoded('QUJD'.repeat(10_000_000))).toHaveLength(30_000_000);
  });

  it('reads groups of which slices hold parts', async () => {
    const bytes = Buffer.from(Array.from({ length: 300_001 }, (_, at) => at % 251));
    const text = bytes.toString('base64').replaceAll(/.{7}/g, '$&\n');

    expect((await decoded(text)).equals(bytes)).toBe(true);
    await expect(decoded(`${text}A`)).rejects.toThrow();
    await expect(decoded(text.replace('A', '='))).rejects.toThrow();
  });

  it('lets other work go on, also where every other character is white space', async () => {
    expect(await turnsDuring(() => decoded('A '.repeat(2_000_000)))).toBeGreaterThan(3);
  });

  it('lets other work go on between many contents', async () => {
    const action = { action: 'create', file_path: 'a', content: 'A '.repeat(2000), encoding: 'base64' };
    const actions = Array.from({ length: 1000 }, () => action);

    expect(await turnsDuring(() => readActions(actions, new ValidationErrors()))).toBeGreaterThan(3);
  });
});
