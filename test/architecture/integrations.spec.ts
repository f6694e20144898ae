import { readFileSync, writeFileSync } from 'node:fs';
import { INTEGRATION_KINDS } from '../../src/modules/integrations/kinds/index.js';
import { PROPERTY_FLAGS } from '../../src/modules/integrations/kinds/flags.js';
import type { IntegrationKind } from '../../src/modules/integrations/kinds/kind.js';
import type { Param } from '../../src/modules/integrations/kinds/param.js';
import type { Call, Settings } from '../../src/modules/integrations/kinds/step.js';
import { STATUS_BASES, VENDOR_BASES } from '../../src/modules/integrations/kinds/vendor-bases.js';
import { aContext, anEvent } from '../builders/integration-events.js';
import { fullSettings } from '../builders/integration-settings.js';

const FILE = 'docs/integrations.md';
const INTRODUCTION = `# Integrations

Written by \`npm run docs:integrations\` from the descriptors in \`src/modules/integrations/kinds\`. Calls are shown as they are
made for recorded events, with a setting that has every parameter; \`{name}\` stands for a parameter, and what follows from
an answer is not shown. A required parameter is marked \`*\`, a secret one \`!\`.
`;

/** `{token}` in place of the value that stands for it. */
const named = (text: string): string =>
  decodeURIComponent(text)
    .replace(/https:\/\/[a-z-]+\.example\.com\/a-(?:secret-)?(\w+)/g, '{$1}')
    .replace(/a-(?:secret-)?(\w+)/g, '{$1}');

function shownCall(call: Call): string {
  if ('http' in call) {
    const { method, url, query = {}, body = {} } = call.http;
    const names = Object.keys(query).join(', ');
    const form = Object.keys(body)[0];
    return `\`${method} ${named(url)}\`${names === '' ? '' : ` with ${names}`}${form === undefined ? '' : `, ${FORMS[form]}`}`;
  }
  return 'mail' in call ? 'a mail to each recipient' : 'lines to `{server_host}:{server_port}`';
}
const FORMS: Readonly<Record<string, string>> = { json: 'JSON', form: 'a form', xml: 'XML', hook: 'the event as JSON' };

function calls(kind: IntegrationKind): string {
  const context = aContext({ base: VENDOR_BASES.get(kind.slug) ?? '' });
  const byCall = new Map<string, string[]>();
  for (const event of kind.events) {
    const [step] = kind.plan(anEvent(event), fullSettings(kind), context);
    const call = step === undefined ? 'nothing' : shownCall(step.call);
    byCall.set(call, [...(byCall.get(call) ?? []), event]);
  }
  return byCall.size === 0
    ? 'No event makes it send anything.'
    : [...byCall].map(([call, events]) => `- ${events.join(', ')}: ${call}`).join('\n');
}

function statuses({ slug, status }: IntegrationKind, settings: Settings): string {
  const base = STATUS_BASES.get(slug) ?? '';
  const commit = { base, projectPath: '{namespace}/{project}', sha: '{sha}', ref: '{branch}', defaultBranch: null };
  const pair = new Map([...settings, ['token', 'a-secret-token:a-secret-token']]); // ci-pipeline-a reads by its second part
  return status === undefined ? '' : `- status of a commit: ${shownCall({ http: status.call(pair, commit) })}`;
}

const parameter = ({ name, type, required, secret, default: value, values }: Param): string => {
  const marks = `${required ? '\\*' : ''}${secret ? '!' : ''}`;
  const kind = values.length > 0 ? values.join(', ') : type;
  return `| \`${name}\`${marks} | ${kind} | ${value === null ? '' : `\`${String(value)}\``} |`;
};

function flags({ flags: own, flagsOffAtFirst, params }: IntegrationKind): string {
  const shown = own.map((flag) => (flagsOffAtFirst.includes(flag) ? `${flag} (off at first)` : flag));
  const properties = PROPERTY_FLAGS.filter((flag) => params.some(({ name }) => name === flag));
  const all = [...shown, ...properties.map((flag) => `${flag} (off at first)`)];
  return all.length === 0 ? 'It takes no flags.' : `Flags: ${all.join(', ')}.`;
}

const section = (kind: IntegrationKind): string =>
  [
    `## ${kind.slug}\n`,
    `${kind.title} (${kind.category}), also called \`${kind.alias}\`. ${flags(kind)}\n`,
    ...[calls(kind), statuses(kind, fullSettings(kind))].filter((text) => text !== '').map((text) => `${text}\n`),
    ['| Parameter | Type | Default |', '| --- | --- | --- |', ...kind.params.map(parameter)].join('\n'),
    '',
  ].join('\n');

describe('docs/integrations.md', () => {
  it('tells of the kinds as they are; `npm run docs:integrations` writes it again', () => {
    const written = [INTRODUCTION, ...INTEGRATION_KINDS.map(section)].join('\n');
    if (process.env.WRITE_INTEGRATIONS === '1') {
      writeFileSync(FILE, written);
    }

    expect(readFileSync(FILE, 'utf8')).toBe(written);
  });
});
