// Writes docs/modules.md: every module, what it is for and what it imports. With `--check` it only compares, and fails
// where they differ.
import { readFileSync, writeFileSync } from 'node:fs';
import { ModuleGraph } from './module-graph.mjs';

const FILE = 'docs/modules.md';
const LAYERS = ['modules', 'core', 'platform'];

const graph = new ModuleGraph();
const text = `# Modules, what they are for and what they import

Written by \`npm run docs:modules\` from the comments and \`imports\` of \`*.module.ts\`; a name stands for the module of that
name (\`Users\` for \`UsersModule\`). These are global, and imported by all without saying so:
${inLines(namesOf(graph.modules.filter(({ isGlobal }) => isGlobal)))}

${LAYERS.map(section).join('\n')}`;

if (!process.argv.includes('--check')) {
  writeFileSync(FILE, text);
} else if (readFileSync(FILE, 'utf8') !== text) {
  console.error(`${FILE} is out of date: npm run docs:modules`);
  process.exitCode = 1;
}

function section(layer) {
  const features = graph.modules.filter((module) => isOf(layer, module) && graph.featureOf(module) === module);
  const rows = features.sort(byName).flatMap(rowsOf);
  return `## ${layer}\n\n| Module | Folder | What it is for | Imports |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
}

/** A feature with everything that it imports from others, then its sub-modules, each with its own imports. */
function rowsOf(feature) {
  const parts = graph.modules.filter((module) => module !== feature && graph.featureOf(module) === feature);
  const others = [feature, ...parts]
    .flatMap((module) => graph.importsOf(module))
    .filter((module) => graph.featureOf(module) !== feature);
  return [
    row(`**${nameOf(feature)}**`, feature, new Set(others)),
    ...parts.sort(byName).map((part) => row(`– ${nameOf(part)}`, part, graph.importsOf(part))),
  ];
}

/** Imports of the same feature come first, then those of each layer. */
function row(title, module, imports) {
  const own = [...imports].filter((one) => graph.featureOf(one) === graph.featureOf(module));
  const others = [...imports].filter((one) => !own.includes(one));
  const groups = [
    namesOf(own),
    ...LAYERS.map((layer) => {
      const names = namesOf(others.filter((one) => isOf(layer, one)));
      return names && `${layer}: ${names}`;
    }),
  ];
  return `| ${title} | \`${module.folder}\` | ${module.purpose} | ${groups.filter(Boolean).join(' · ')} |`;
}

/** At most 120 characters in a line. */
function inLines(names) {
  return `${names}.`.replaceAll(/(.{1,119})(?: |$)/g, '$1\n').trim();
}

function namesOf(modules) {
  return [...modules].sort(byName).map(nameOf).join(', ');
}

function nameOf({ name }) {
  return name.replace(/Module$/, '');
}

function byName(one, other) {
  return one.name.localeCompare(other.name);
}

function isOf(layer, { folder }) {
  return folder.startsWith(`${layer}/`);
}
