import { FLAGS } from '../../src/modules/integrations/kinds/flags.js';
import type { IntegrationKind } from '../../src/modules/integrations/kinds/kind.js';
import type { SettingValue } from '../../src/modules/integrations/kinds/param.js';
import type { Settings } from '../../src/modules/integrations/kinds/step.js';

const VALUES: Readonly<Record<string, SettingValue>> = {
  repository_url: 'https://github.com/owner/repository',
  default_irc_uri: 'irc://irc.example.com/',
  room: 'Builds',
  subdomain: 'team',
  jira_issue_transition_automatic: true,
};

/** Settings with every flag and every parameter that a kind takes: secrets are `a-secret-<name>`, addresses lead to `<name>.example.com`. */
export function fullSettings({ params }: IntegrationKind): Settings {
  const flags = FLAGS.map((name): [string, SettingValue] => [name, true]);
  const values = params.map(({ name, type, secret, default: fallback }): [string, SettingValue] => [
    name,
    valueOf(name, type, secret, fallback),
  ]);
  return new Map([...flags, ...values]);
}

function valueOf(name: string, type: string, secret: boolean, fallback: SettingValue | null): SettingValue {
  const known = VALUES[name] ?? fallback;
  if (known !== null) {
    return known;
  }
  if (name === 'recipients') {
    return 'person@example.com';
  }
  const value = secret ? `a-secret-${name}` : `a-${name}`;
  return type === 'url' || type === 'link' ? `https://${name.replaceAll('_', '-')}.example.com/${value}` : value;
}
