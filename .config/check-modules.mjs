// Holds the modules to what they declare (docs/architecture.md, "Modules"). Prints what is wrong, and fails.
import { ModuleGraph } from './module-graph.mjs';

const graph = new ModuleGraph();
const faults = [
  ...providedElsewhere(),
  ...undeclaredUses(),
  ...undeclaredFeatures(),
  ...importsPastTheFeature(),
  ...needlessImports(),
  ...needlessExports(),
  ...withoutPurpose(),
];
faults.forEach((fault) => console.error(fault));
console.log(`${graph.modules.length} modules, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;

/** A class is provided once, by the module of its folder: a second module would make a second instance. */
function providedElsewhere() {
  const known = new Map();
  return graph.modules.flatMap((module) =>
    [...module.providers, ...module.controllers].flatMap(({ made }) => {
      if (!made?.file) {
        return [];
      }
      const key = `${made.file} ${made.name}`;
      const first = known.get(key) ?? module;
      known.set(key, first);
      const owner = graph.moduleOf(made.file) ?? module;
      return [
        ...(first === module ? [] : [`${key} is provided by ${first.name} and by ${module.name}.`]),
        ...(owner === module ? [] : [`${key} lies with ${owner.name} and is provided by ${module.name}.`]),
      ];
    }),
  );
}

/** What a file takes from the providers of another module, that module exports, and its own module imports. */
function undeclaredUses() {
  return graph.uses.flatMap(({ file, module, provider, name }) => {
    if (!module || provider.isGlobal || module === provider) {
      return [];
    }
    const what = `${file} uses ${name} of ${provider.name}, which`;
    if (!provider.exports.some((one) => one.name === name)) {
      return [`${what} does not export it.`];
    }
    return graph.visibleTo(module).has(provider) ? [] : [`${what} ${module.name} does not import.`];
  });
}

/** Plain code of another feature is taken along the same imports; that of the core is open to all above it. */
function undeclaredFeatures() {
  return graph.taken.flatMap(({ file, from, imported }) => {
    const [module, other] = [file, from].map((one) => graph.moduleOf(one));
    if (!module || !other?.folder.startsWith('modules/')) {
      return [];
    }
    const [feature, used] = [module, other].map((one) => graph.featureOf(one));
    return feature === used || graph.reachedFrom(feature).has(used)
      ? []
      : [`${file} takes ${imported} of ${from}, but ${feature.name} does not import ${used.name}.`];
  });
}

/** From outside of a feature only its own module is imported, not one of its sub-modules. */
function importsPastTheFeature() {
  return graph.modules.flatMap((module) =>
    graph
      .importsOf(module)
      .filter((imported) => {
        const feature = graph.featureOf(imported);
        return imported !== feature && feature !== graph.featureOf(module);
      })
      .map((imported) => `${module.name} imports ${imported.name}: import ${graph.featureOf(imported).name}.`),
  );
}

function needlessImports() {
  return graph.modules.flatMap((module) => {
    const used = new Set(graph.uses.filter((use) => use.module === module).map(({ provider }) => provider));
    return graph
      .importsOf(module)
      .filter((imported) => !imported.folder.startsWith(`${module.folder}/`))
      .filter((imported) => imported.isGlobal || ![...graph.seenThrough(imported)].some((one) => used.has(one)))
      .map((imported) => `${module.name} need not import ${imported.name}.`);
  });
}

function needlessExports() {
  return graph.modules.flatMap((module) =>
    module.exports
      .filter(({ isSpread }) => !isSpread) // a family is exported as a whole
      .filter(({ name, file }) => {
        const exported = graph.named(name);
        return exported ? !graph.isUsedOutside(exported, module) : !graph.isTakenOutside(module, name, file);
      })
      .map(({ name }) => `${module.name} need not export ${name}.`),
  );
}

function withoutPurpose() {
  return graph.modules
    .filter(({ purpose }) => purpose === '')
    .map(({ name }) => `${name} does not say what it is for.`);
}
