import { aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { commandsIn, runShell } from '../../support/doc-commands.js';

const PAGE = 'docs/graphql.md';

let app: TestApp;
let user: TestUser;
let project: TestProject;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  user = await aUser(app);
  await aProject(user.api);
  project = await aProject(user.api);
});
afterAll(() => app.close());

const run = (heading: string) =>
  runShell(commandsIn(PAGE, heading), {
    cwd: '.',
    env: { SLIPWAY: app.url, TOKEN: user.token, PROJECT: project.path_with_namespace },
  });

describe('docs/graphql.md', () => {
  it.each([
    ['A query', () => new RegExp(`"username":"${user.username}"`)],
    ['Pages of a list', () => /^\[\{"fullPath":"[^"]+"\}\]\n$/],
    ['A mutation', () => /"errors":\[\],"pipelineTrigger":\{"id":"gid:/],
    ['The schema', () => /type TriggerToken \{/],
  ])('has commands below "%s" that work', async (heading, expected) => {
    const { code, output } = await run(heading);

    expect([code, output]).toEqual([0, expect.stringMatching(expected())]);
  });
});
