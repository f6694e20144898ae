// Draws docs/modules.md from the imports of the code.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const picture = execFileSync(
  process.execPath,
  [
    'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    ...['--config', '.config/dependency-cruiser.cjs', '--include-only', '^src/(common|platform|core|modules)'],
    ...['--collapse', '^src/(common|platform|core|modules)/[^/]+', '--output-type', 'mermaid', 'src'],
  ],
  { encoding: 'utf8' },
);
writeFileSync(
  'docs/modules.md',
  `# Rooms and arrows\n\nDrawn by \`npm run docs:modules\`.\n\n\`\`\`mermaid\n${picture}\`\`\`\n`,
);
