// Writes docs/modules.md: every folder of a layer, and the folders that its files import.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const LAYERS = ['modules', 'core', 'platform', 'common'];

/** `core/users` for every file below `src/core/users`. */
const folderOf = (file) => path.relative('src', file).split(path.sep).slice(0, 2).join('/');

function importsBelow(layer) {
  const uses = new Map(readdirSync(`src/${layer}`).map((name) => [`${layer}/${name}`, new Set()]));
  for (const name of readdirSync(`src/${layer}`, { recursive: true })) {
    const file = path.join('src', layer, name);
    if (!file.endsWith('.ts') || file.endsWith('.spec.ts')) {
      continue;
    }
    for (const [, imported] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)) {
      const target = folderOf(path.join(path.dirname(file), imported));
      if (target !== folderOf(file)) {
        uses.get(folderOf(file)).add(target);
      }
    }
  }
  return uses;
}

/** Folders of the same layer come first; the others are named by their layer. */
function line([folder, used]) {
  const layer = folder.split('/')[0];
  const groups = LAYERS.map((other) => {
    const names = [...used].filter((name) => name.startsWith(`${other}/`)).map((name) => name.split('/')[1]);
    return names.length === 0 ? '' : `${other === layer ? '' : `${other}: `}${names.sort().join(', ')}`;
  });
  return `| \`${folder}\` | ${groups.filter(Boolean).join(' · ')} |`;
}

const tables = LAYERS.map((layer) => {
  const rows = [...importsBelow(layer)].sort(([one], [other]) => one.localeCompare(other)).map(line);
  return `## ${layer}\n\n| Folder | Uses |\n| --- | --- |\n${rows.join('\n')}\n`;
});
writeFileSync(
  'docs/modules.md',
  `# Folders and what they use\n\nWritten by \`npm run docs:modules\`; imports go down, and one way within a layer.\n\n${tables.join('\n')}`,
);
