import { defineKind } from './kind.js';
import { link, REQUIRED } from './param.js';

export const wikiLinkA = defineKind({
  slug: 'wiki-link-a',
  alias: 'confluence',
  title: 'Wiki link A',
  category: 'wiki',
  transport: 'none',
  params: [link('confluence_url', REQUIRED)],
});
