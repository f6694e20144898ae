import type { ModuleVersion } from './module-address.js';

/** A version of a module together with the list of all versions; `source` is the page of its project. */
export const presentModule = (module: ModuleVersion, versions: readonly string[], source: string) => ({
  name: `${module.name}/${module.system}`,
  provider: module.system,
  providers: [module.system],
  root: { dependencies: [] },
  source,
  submodules: [],
  version: module.version,
  versions,
});
