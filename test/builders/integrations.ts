import { readFileSync } from 'node:fs';

/** A slug with the parameters that it demands, in their order. */
export interface KindInTable {
  readonly slug: string;
  readonly required: readonly string[];
}

/** The table of test/fixtures/integration-parameters.md, which is compared with the kinds (contract: integrations §5). */
export function kindsInTable(): KindInTable[] {
  const table = readFileSync('test/fixtures/integration-parameters.md', 'utf8');
  const rows = table.split('\n').filter((line) => /^\| [a-z]/.test(line));
  return rows.flatMap((row) => {
    const [, slugs = '', , params = ''] = row.split('|');
    const required = [...params.matchAll(/`(\w+)`\*/g)].map(([, name]) => name!);
    return slugs.split(',').map((slug) => ({ slug: slug.trim(), required }));
  });
}

/** A value that each required parameter takes. */
const VALUES: Readonly<Record<string, string>> = {
  priority: '0',
  recipients: 'a@example.com',
  issues_url: 'https://tracker.example.com/issues/:id',
  repository_url: 'https://code.example.com/group/project',
};

/** What a first PUT of the kind sends; addresses lead to where nothing is. */
export function settingsOf({ slug, required }: KindInTable): Record<string, string> {
  const valueOf = (name: string): string => {
    if (slug === 'irc-gateway' && name === 'recipients') {
      return 'irc://irc.example.com/#channel';
    }
    return (
      VALUES[name] ?? (/url|webhook/.test(name) ? `https://${name.replaceAll('_', '-')}.example.com/path` : `a_${name}`)
    );
  };
  return Object.fromEntries(required.map((name) => [name, valueOf(name)]));
}
