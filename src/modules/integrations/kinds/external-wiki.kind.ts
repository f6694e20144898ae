import { httpStep } from './calls.js';
import { defineKind } from './kind.js';
import { link, REQUIRED } from './param.js';
import { textOf } from './settings-values.js';

export const externalWiki = defineKind({
  slug: 'external-wiki',
  alias: 'external-wiki',
  title: 'External wiki',
  category: 'wiki',
  transport: 'none',
  params: [link('external_wiki_url', REQUIRED)],
  test: (settings) => [httpStep('read', { method: 'GET', url: textOf(settings, 'external_wiki_url'), onlyDone: 200 })],
});
