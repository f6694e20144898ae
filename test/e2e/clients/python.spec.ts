import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { runPythonScript } from '../../support/python-script.js';

let app: TestApp;
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- what the script printed
let told: any;
beforeAll(async () => {
  app = await startApp();
  told = await runPythonScript('python-client.py', app.url);
}, 240_000);
afterAll(() => app.close());

describe('the Python client library', () => {
  it('creates users, groups, members and tokens, and understands refusals', () => {
    expect(told.core).toEqual({
      me: true,
      by_impersonation: true,
      by_bearer: true,
      sudo: true,
      levels: [
        [false, 50],
        [true, 40],
      ],
      members_left: 1,
      subgroups: true,
      description: 'Changed',
      found: true,
      missing: ['GetError', 404, '404 Project Not Found'],
      unauthorized: ['AuthenticationError', 401, expect.any(String)],
      taken: true,
      forbidden: ['CreateError', 403, '403 Forbidden'],
    });
  });

  it('reads lists by offset and by keyset pagination', () => {
    expect(told.paging).toEqual({
      total: 5,
      pages: [3, 2, 1],
      offset: true,
      keyset: true,
      whole: 1,
      archived: true,
    });
  });

  it('reads and writes repositories', () => {
    expect(told.repository).toEqual({
      file: ['dir/a b.txt', 'main'],
      raw: 'two\n',
      blame: ['two'],
      commit: ['Many', expect.any(Number)],
      diff: ['b', 'c'],
      tag: 'first',
      tree: ['README.md', 'dir', 'dir/a b.txt'],
      found: ['README.md', 'b', 'c'],
      compared: ['Many'],
      archive: ['PK', '1f8b'],
      status: ['success', 'ci/py'],
      left: [['main'], []],
      no_file: ['GetError', 404, '404 File Not Found'],
      protected_left: ['main'],
    });
  });

  it('triggers pipelines, and reads and cancels their jobs', () => {
    expect(told.pipelines).toEqual({
      lint: [true, [], false, ['jobs:a config should implement a script: keyword']],
      variable: 'w',
      trigger: ['renamed', 40, true],
      plain: ['trigger', 'created', 'main'],
      variables: [
        ['A', '1'],
        ['B', '2'],
      ],
      open: 'trigger',
      jobs: [
        ['build', 'build'],
        ['hand', 'test'],
      ],
      manual: ['hand', 'created'],
      trace: '',
      retried: 'pending',
      canceled: 'canceled',
      own: ['api', true],
      listed: ['push', 'trigger', 'trigger', 'trigger'],
      filtered: 3,
      bad_ref: ['CreateError', 400, expect.stringContaining('Reference not found')],
      bad_token: ['AuthenticationError', 401, '401 Unauthorized'],
      ended: ['JobCancelError', 403, '403 Forbidden - Job is not cancelable'],
      gone: ['AuthenticationError', 401, '401 Unauthorized'],
    });
  });
});
