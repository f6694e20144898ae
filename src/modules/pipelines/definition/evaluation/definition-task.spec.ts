import type { DefinitionFiles } from '../includes.js';
import { DefinitionTasks } from './definition-task.js';
import type { DefinitionTask } from './definition-task.js';

const NO_FILES: DefinitionFiles = new Map();

const task = (keys: DefinitionTask['keys'], files: DefinitionFiles): DefinitionTask => ({
  keys,
  path: '.ci.yml',
  files,
  subject: { ref: 'main', isTag: false, source: 'push', predefined: new Map(), outer: new Map() },
  wants: 'jobs',
});

const filesOf = (texts: Readonly<Record<string, string>>): DefinitionFiles =>
  new Map(Object.entries(texts).map(([path, text]) => [path, { text }]));

const jobsIn = (outcome: ReturnType<DefinitionTasks['perform']>) =>
  outcome.is === 'evaluated' ? outcome.jobs.map(({ name }) => name) : outcome;

describe('DefinitionTasks', () => {
  it('needs the file of a definition that includes none once, at whatever commit it lies', () => {
    const tasks = new DefinitionTasks();
    const alone = filesOf({ '.ci.yml': 'build: { script: make }' });

    expect(tasks.perform(task({ file: 'blob', files: 'one' }, NO_FILES))).toEqual({
      is: 'incomplete',
      wanted: ['.ci.yml'],
    });
    expect(jobsIn(tasks.perform(task({ file: 'blob', files: 'one' }, alone)))).toEqual(['build']);
    expect(jobsIn(tasks.perform(task({ file: 'blob', files: 'other' }, NO_FILES)))).toEqual(['build']);
  });

  it('reads a definition anew at each commit where it includes others, which may have changed', () => {
    const tasks = new DefinitionTasks();
    const including = (included: string) =>
      filesOf({ '.ci.yml': 'include: more.yml\nbuild: { script: make }', 'more.yml': included });

    tasks.perform(task({ file: 'blob', files: 'one' }, including('test: { script: test }')));

    expect(jobsIn(tasks.perform(task({ file: 'blob', files: 'one' }, NO_FILES)))).toEqual(['test', 'build']);
    expect(tasks.perform(task({ file: 'blob', files: 'other' }, NO_FILES))).toMatchObject({ is: 'incomplete' });
  });

  it('keeps nothing of a definition that is not committed', () => {
    const tasks = new DefinitionTasks();

    tasks.perform(task(null, filesOf({ '.ci.yml': 'build: { script: make }' })));

    expect(tasks.perform(task(null, NO_FILES))).toMatchObject({ is: 'incomplete' });
  });
});
