import { PACKAGE_TYPES } from '../package-types.js';
import { installCommands } from './install-commands.js';

const FACTS = {
  name: 'a/b',
  version: '1.0',
  projectId: 7,
  groupId: 3,
  baseUrl: 'https://x.example',
  fileNames: ['f g'],
  channel: null,
};

describe('installCommands', () => {
  it.each(PACKAGE_TYPES)('has a command for %s that names the package', (type) => {
    expect(installCommands({ ...FACTS, type }).join('\n')).toMatch(/b/);
  });

  it('quotes what a shell would run', () => {
    const [, command] = installCommands({ ...FACTS, type: 'npm', name: "a'; rm -rf /; '" });

    expect(command).toBe(`npm install 'a'\\''; rm -rf /; '\\''@1.0'`);
  });

  it('adds the channel of a chart', () => {
    const [command] = installCommands({ ...FACTS, type: 'helm', channel: 'testing' });

    expect(command).toContain('/packages/helm/testing ');
  });

  it('has none for Composer outside of a group', () => {
    expect(installCommands({ ...FACTS, type: 'composer', groupId: null })).toEqual([]);
  });
});
