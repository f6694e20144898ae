import { reference } from '../document/document-parts.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import { BYTES, downloadOf, JSON_TYPE, MESSAGE, OF_TYPES, operation, reading, REFUSED } from './package-operations.js';
import { inPath, text } from './parameter-objects.js';

const PROJECT = inPath('id', 'Id of the project, or its path with `%2F` for slashes.');
const GROUP = inPath('id', 'Id of the group, or its path with `%2F` for slashes.');
const FILE = inPath('file', 'Name of the document, as another one gives it.');
const FORM = {
  type: 'object',
  properties: {
    tag: { ...text, description: 'Tag to publish.' },
    branch: { ...text, description: 'Branch to publish.' },
    file: { ...text, format: 'binary', description: 'Archive to publish.' },
    version: { ...text, description: 'Version of the archive; that in its `composer.json` by default.' },
  },
};

const document = (operationId: string, summary: string, description: string): JsonObject =>
  reading({
    operationId,
    summary,
    description,
    responses: {
      200: { description: 'The document.', content: { [JSON_TYPE]: { schema: { type: 'object' } } } },
      304: { description: 'Unchanged.' },
      ...REFUSED,
    },
  });

/** Paths of a group below each of its two prefixes. */
const groupPaths = (prefix: 'group' | 'groups', word: string): JsonObject => ({
  [`/api/v4/${prefix}/{id}/-/packages/composer/packages.json`]: {
    parameters: [GROUP],
    get: document(`getComposer${word}Repository`, 'Get the entry document', 'Says where the others lie.'),
  },
  [`/api/v4/${prefix}/{id}/-/packages/composer/p/{file}`]: {
    parameters: [GROUP, FILE],
    get: document(`listComposer${word}Providers`, 'List the packages', 'For clients of version 1.'),
  },
  [`/api/v4/${prefix}/{id}/-/packages/composer/p2/{file}`]: {
    parameters: [GROUP, FILE],
    get: document(`listComposer${word}Versions`, 'List versions of a package', 'With `~dev` those of branches.'),
  },
  [`/api/v4/${prefix}/{id}/-/packages/composer/{file}`]: {
    parameters: [GROUP, FILE],
    get: document(`getComposer${word}Package`, 'Get a package', 'All of its versions, for clients of version 1.'),
  },
});

/** Contract: packages §5.6. */
export const COMPOSER_PATHS: JsonObject = {
  '/api/v4/projects/{id}/packages/composer': {
    parameters: [PROJECT],
    post: operation({
      operationId: 'publishComposerPackage',
      summary: 'Publish a version',
      description: 'What a tag or a branch holds, or an archive. A version of a branch moves with it.',
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': { schema: FORM },
          'multipart/form-data': { schema: FORM },
        },
      },
      responses: {
        201: { description: 'Published.', content: MESSAGE },
        409: reference('responses', 'Conflict'),
        422: reference('responses', 'Unprocessable'),
        ...REFUSED,
        ...OF_TYPES,
      },
    }),
  },
  '/api/v4/projects/{id}/packages/composer/archives/{archive}': {
    parameters: [PROJECT, inPath('archive', 'Name of the package, and `.zip`.')],
    get: reading({
      operationId: 'downloadComposerArchive',
      summary: 'Download an archive',
      description: 'The same bytes each time.',
      parameters: [
        { name: 'sha', in: 'query', required: true, description: 'Reference of the version.', schema: text },
      ],
      responses: {
        ...downloadOf('The archive.', BYTES),
        ...REFUSED,
      },
    }),
  },
  ...groupPaths('group', ''),
  ...groupPaths('groups', 'Groups'),
};
