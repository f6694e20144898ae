import { html } from '../../../../platform/views/html.js';
import type { IndexForm } from './index-type.js';
import type { PypiFile, PypiName } from './pypi-indexes.repository.js';

/** Writes an index: entries between a beginning and an end, with a separator between every two. */
export interface IndexWriter<E> {
  readonly begin: (title: string) => string;
  readonly entry: (entry: E) => string;
  readonly separator: string;
  readonly end: string;
}

const META = '"meta":{"api-version":"1.0"}';
const page = (title: string): string =>
  [
    '<!DOCTYPE html>',
    '<html><head>',
    '<meta name="pypi:repository-version" content="1.0">',
    html`<title>${title}</title>`.toString(),
    '</head><body>',
    '',
  ].join('\n');
const HTML = { separator: '<br>\n', end: '\n</body></html>\n' };
const JSON_END = { separator: ',', end: ']}' };

/** Writes the index of all packages; `prefix` is the beginning of their URLs. */
export const namesWriter = (form: IndexForm, prefix: string): IndexWriter<PypiName> =>
  form === 'html'
    ? {
        ...HTML,
        begin: () => page('Simple index'),
        entry: ({ name, nameKey }) => html`<a href="${`${prefix}/simple/${nameKey}/`}">${name}</a>`.toString(),
      }
    : { ...JSON_END, begin: () => `{${META},"projects":[`, entry: ({ name }) => JSON.stringify({ name }) };

/** Writes the index of one package, with the URL of each file in its own project. */
export const filesWriter = (form: IndexForm, baseUrl: string): IndexWriter<PypiFile> =>
  form === 'html'
    ? { ...HTML, begin: (name) => page(`Links for ${name}`), entry: (file) => linkTo(file, addressOf(file, baseUrl)) }
    : {
        ...JSON_END,
        begin: (name) => `{${META},"name":${JSON.stringify(name)},"files":[`,
        entry: (file) => JSON.stringify(presentFile(file, addressOf(file, baseUrl))),
      };

function linkTo({ fileName, sha256, requiresPython }: PypiFile, url: string): string {
  const target = `${url}#sha256=${sha256}`;
  const link =
    requiresPython === null
      ? html`<a href="${target}">${fileName}</a>`
      : html`<a href="${target}" data-requires-python="${requiresPython}">${fileName}</a>`;
  return link.toString();
}

const presentFile = ({ fileName, sha256, size, requiresPython }: PypiFile, url: string) => ({
  filename: fileName,
  url,
  hashes: { sha256 },
  size,
  ...(requiresPython === null ? {} : { 'requires-python': requiresPython }),
});

const addressOf = ({ projectId, sha256, fileName }: PypiFile, baseUrl: string): string =>
  `${baseUrl}/api/v4/projects/${projectId}/packages/pypi/files/${sha256}/${encodeURIComponent(fileName)}`;
