import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const REFLECTION = import.meta.resolve('reflect-metadata');
const STRAY_ERRORS = pathToFileURL('dist/stray-errors.js').href;

/** What a program prints that serves, and goes on with this. */
async function output(work: string): Promise<string> {
  const program = `
    import '${REFLECTION}';
    import { outliveStrayErrors } from '${STRAY_ERRORS}';
    outliveStrayErrors();
    ${work}
    setTimeout(() => console.log('still serves'), 100);`;
  const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '--eval', program]);
  return stdout + stderr;
}

describe('outliveStrayErrors', () => {
  it.each([
    ['an error in a callback', `setTimeout(() => { throw new Error('in a callback'); }, 1);`, 'in a callback'],
    ['a rejection that nobody waits for', `void Promise.reject(new Error('nobody waits'));`, 'nobody waits'],
    [
      'an error event without a listener',
      `setTimeout(() => process.stdin.emit('error', new Error('no listener')), 1);`,
      'no listener',
    ],
  ])('logs %s and goes on', async (_, work, message) => {
    const printed = await output(work);

    expect(printed).toContain(message);
    expect(printed).toContain('still serves');
  });
});
