import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { jest } from '@jest/globals';
import { freePort } from '../../support/app.js';
import { aDataDir } from '../../support/service.js';

jest.setTimeout(240_000);

/** The blocks of README.md that are marked as one tour, as they stand. */
function tour(): string {
  const blocks = [...readFileSync('README.md', 'utf8').matchAll(/^```sh tour\n([^]*?)^```$/gm)];
  return blocks.map(([, commands]) => commands).join('\n');
}

let dataDir: Awaited<ReturnType<typeof aDataDir>>;
beforeEach(async () => {
  dataDir = await aDataDir();
});
afterEach(() => dataDir.remove());

/** Runs a script at the checkout; a command that fails ends it, and the service that it started ends with it. */
async function runScript(script: string): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { PATH, HOME } = process.env;
  const ending = 'STATUS=$?; kill $SERVICE; wait $SERVICE; exit $STATUS';
  const child = spawn('bash', ['-euo', 'pipefail', '-c', `trap '${ending}' EXIT\n${script}`], {
    env: {
      PATH,
      HOME,
      PORT: String(await freePort()),
      DATA_DIR: path.join(dataDir.path, 'data'),
      TMPDIR: dataDir.path,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return { code: child.exitCode, stdout, stderr };
}

describe('README.md', () => {
  it('is a tour whose commands work as they stand, one after the other', async () => {
    const { code, stdout, stderr } = await runScript(tour());

    expect({ code, stderr: code === 0 ? '' : stderr, stdout: code === 0 ? '' : stdout }).toEqual({
      code: 0,
      stderr: '',
      stdout: '',
    });
    [
      /Slipway listens on http/,
      /"path_with_namespace": "harbour\/app"/,
      /"tags": \[\s+"1.0"\s+\]/,
      /deleted: 204/,
      /"status": "pending"/,
      /"sub":"1"/,
      /"refresh_token":"/,
      /^Usage: npm run cli/m,
      /^Backed up: \d+ files/m,
      /"database": "ok"/,
    ].forEach((printed) => {
      expect(stdout).toMatch(printed);
    });
  });
});
