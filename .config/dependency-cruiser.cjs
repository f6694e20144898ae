/** The arrows of docs/architecture.md as rules: imports only go down. */
const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

module.exports = {
  forbidden: [
    forbid(
      'no-circles',
      {},
      { circular: true },
      'Files that import each other, be it for a type, cannot be understood one by one.',
    ),
    forbid('common-imports-nothing-of-ours', { path: '^src/common/' }, { path: '^src/(platform|core|modules)/' }),
    forbid('platform-imports-common', { path: '^src/platform/' }, { path: '^src/(core|modules)/' }),
    forbid('core-imports-no-feature', { path: '^src/core/' }, { path: '^src/modules/' }),
    {
      ...forbid(
        'no-circles-of-folders',
        { path: '^src/(platform|core|modules)/[^/]+$' },
        { path: '^src/(platform|core|modules)/[^/]+$', circular: true },
        'Folders of one layer use each other one way: what a lower one needs of a higher one is a contribution.',
      ),
      scope: 'folder',
    },
    forbid(
      'access-knows-no-noun',
      { path: '^src/core/access/' },
      { path: '^src/core/', pathNot: '^src/core/access/' },
      'Nouns provide what core/access asks for.',
    ),
    forbid(
      'only-entry-points-import-the-app',
      { path: '^src/(common|platform|core|modules)/' },
      { path: '^src/[^/]+\\.ts$' },
    ),
    forbid('controllers-ask-services', { path: '\\.controller\\.ts$' }, { path: '\\.repository\\.ts$' }),
    forbid(
      'presenters-only-present',
      { path: '\\.presenter\\.ts$' },
      { path: '\\.(service|repository|controller)\\.ts$' },
    ),
    forbid(
      'typeorm-stays-low',
      {
        path: '^src/',
        pathNot: '(\\.entity\\.ts|\\.repository\\.ts|\\.module\\.ts|^src/platform/database/.*|^src/ormconfig\\.ts)$',
      },
      { path: '^(node_modules/)?typeorm' },
      'Only entities, repositories, modules and platform/database know TypeORM.',
    ),
    forbid(
      'sql-stays-in-repositories',
      {
        path: '^src/(core|modules)/',
        pathNot: '\\.repository\\.ts$|\\.sql\\.ts$|\\.columns\\.ts$|-filters\\.ts$|-figures\\.ts$',
      },
      { path: '^(node_modules/)?sql-template-tag' },
      'A service asks named questions; their words are in repositories and what repositories are made of.',
    ),
    forbid('src-never-imports-tests', { path: '^src/', pathNot: '\\.spec\\.ts$' }, { path: '^(test|bench)/' }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
