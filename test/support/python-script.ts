import { execFile } from 'node:child_process';
import path from 'node:path';
import { ADMIN_TOKEN } from './app.js';

/** Debian's own interpreter: it sees Debian's packages. */
const PYTHON = '/usr/bin/python3';

/** Runs a script of this folder, which reads the administrator's token; answers the JSON that it prints. */
export function runPythonScript(name: string, ...args: readonly string[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const environment = { env: { LC_ALL: 'C.UTF-8' } };
    const child = execFile(PYTHON, [path.resolve('test/support', name), ...args], environment, (error, out, said) => {
      if (error) {
        const hint = /ModuleNotFound|ENOENT/.test(`${said}${error.message}`)
          ? 'The Python client library is missing: install the Debian package that .ci/run names. '
          : '';
        reject(new Error(`${hint}${said}${error.message}`));
        return;
      }
      resolve(JSON.parse(out));
    });
    child.stdin?.on('error', () => undefined); // it may end before it has read
    child.stdin?.end(ADMIN_TOKEN);
  });
}
