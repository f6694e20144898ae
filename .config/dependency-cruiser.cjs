/** The arrows of docs/architecture.md as rules: imports only go down. */
const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

module.exports = {
  forbidden: [
    forbid(
      'no-circles',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
      'A circle has no bottom floor.',
    ),
    forbid('common-is-the-ground', { path: '^src/common/' }, { path: '^src/(platform|core|modules)/' }),
    forbid('platform-stands-on-common', { path: '^src/platform/' }, { path: '^src/(core|modules)/' }),
    forbid('core-stands-on-platform', { path: '^src/core/' }, { path: '^src/modules/' }),
    forbid(
      'rooms-do-not-know-each-other',
      { path: '^src/modules/([^/]+)/' },
      { path: '^src/modules/', pathNot: '^src/modules/$1/' },
    ),
    forbid('only-doors-see-the-roof', { path: '^src/(common|platform|core|modules)/' }, { path: '^src/[^/]+\\.ts$' }),
    forbid('controllers-ask-services', { path: '\\.controller\\.ts$' }, { path: '\\.repository\\.ts$' }),
    forbid(
      'presenters-only-present',
      { path: '\\.presenter\\.ts$' },
      { path: '\\.(service|repository|controller)\\.ts$' },
    ),
    forbid(
      'typeorm-stays-low',
      { path: '^src/', pathNot: '(\\.entity\\.ts|\\.repository\\.ts|\\.module\\.ts|^src/platform/database/.*)$' },
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
