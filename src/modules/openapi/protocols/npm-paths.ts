import type { JsonObject } from '../../../common/params/json-object.js';
import {
  downloadOf,
  JSON_OBJECT,
  JSON_TYPE,
  OF_CREDENTIALS,
  OF_GROUPS,
  OF_INSTANCE,
  OF_PROJECT,
  operation,
  reading,
  REFUSED,
} from './package-operations.js';
import type { PathPrefix } from './package-operations.js';
import { inPath, inQuery, text } from './parameter-objects.js';

const NAME = inPath('name', 'Name of the package, with `%2f` for its slash.');
const TAG = inPath('tag', 'The dist-tag.');

/** Package names are sent as one segment, or as two. */
const NAMED = [
  { path: '{name}', word: '', parameters: [NAME] },
  {
    path: '{scope}/{name}',
    word: 'Scoped',
    parameters: [inPath('scope', 'Scope of the package.'), inPath('name', 'Rest of its name.')],
  },
] as const;
type Named = (typeof NAMED)[number];

const DONE = { 200: { description: 'Done.', content: JSON_OBJECT }, ...REFUSED };
const UNCHANGED = { 304: { description: 'Unchanged.' } };
const found = (description: string): JsonObject => ({ 200: { description, content: JSON_OBJECT }, ...REFUSED });

/** Paths without a package name. */
const fixedPaths = ({ path, suffix, parameters }: PathPrefix): JsonObject => ({
  [`${path}/npm/-/ping`]: {
    parameters,
    get: reading({
      operationId: `pingNpm${suffix}`,
      summary: 'Ask whether npm is served',
      description: 'For those who may read.',
      responses: { ...found('It is.'), ...UNCHANGED },
    }),
  },
  [`${path}/npm/-/whoami`]: {
    parameters,
    get: reading({
      security: OF_CREDENTIALS,
      operationId: `getNpmUser${suffix}`,
      summary: 'Get the user name of the credentials',
      description: 'Of a deploy token its own.',
      responses: { ...found('The user name.'), ...UNCHANGED },
    }),
  },
  [`${path}/npm/-/v1/search`]: {
    parameters,
    get: reading({
      operationId: `searchNpmPackages${suffix}`,
      summary: 'Search npm packages',
      description: 'By a part of their name.',
      parameters: [
        inQuery('text', 'What names contain.'),
        inQuery('size', 'How many are shown.', { type: 'integer', default: 20, maximum: 250 }),
        inQuery('from', 'How many are left out.', { type: 'integer', default: 0 }),
      ],
      responses: { ...found('Packages, and how many there are.'), ...UNCHANGED },
    }),
  },
  ...auditPath(
    { path, suffix, parameters },
    {
      end: 'security/advisories/bulk',
      id: 'bulkNpmAdvisories',
      answer: 'An empty object.',
    },
  ),
  ...auditPath(
    { path, suffix, parameters },
    {
      end: 'security/audits/quick',
      id: 'auditNpm',
      answer: REPORT,
    },
  ),
  ...auditPath({ path, suffix, parameters }, { end: 'security/audits', id: 'auditAllNpm', answer: REPORT }),
});

const REPORT = 'An empty object, or a report without findings for clients that need one.';

interface Audit {
  readonly end: string;
  readonly id: string;
  readonly answer: string;
}

const auditPath = ({ path, suffix, parameters }: PathPrefix, { end, id, answer }: Audit): JsonObject => ({
  [`${path}/npm/-/npm/v1/${end}`]: {
    parameters,
    post: reading({
      operationId: `${id}${suffix}`,
      summary: 'Audit npm packages',
      description: 'Nothing is known of vulnerabilities here.',
      responses: found(answer),
    }),
  },
});

const tagsPath = (prefix: PathPrefix, named: Named): string => `${prefix.path}/npm/-/package/${named.path}/dist-tags`;

const readPaths = (prefix: PathPrefix, named: Named): JsonObject => ({
  [`${prefix.path}/npm/${named.path}`]: {
    parameters: [...prefix.parameters, ...named.parameters],
    get: reading({
      operationId: `get${named.word}NpmPackage${prefix.suffix}`,
      summary: 'Get an npm package',
      description: 'All its versions, dist-tags and times.',
      responses: { ...found('The package.'), ...UNCHANGED },
    }),
    ...(prefix === OF_PROJECT ? publishing(named) : {}),
  },
  [tagsPath(prefix, named)]: {
    parameters: [...prefix.parameters, ...named.parameters],
    get: reading({
      operationId: `list${named.word}NpmTags${prefix.suffix}`,
      summary: 'List dist-tags',
      description: 'With the version of each.',
      responses: { ...found('Dist-tags and versions.'), ...UNCHANGED },
    }),
    ...(prefix === OF_PROJECT ? namelessTag(named) : {}),
  },
});

const namelessTag = ({ word }: Named): JsonObject => ({
  put: operation({
    operationId: `set${word}NpmTagWithoutName`,
    summary: 'Set a dist-tag without a name',
    description: 'It is refused.',
    requestBody: { required: true, content: { [JSON_TYPE]: { schema: text } } },
    responses: REFUSED,
  }),
});

const publishing = ({ word }: Named): JsonObject => ({
  put: operation({
    operationId: `publish${word}NpmPackage`,
    summary: 'Publish or deprecate an npm package',
    description: 'One version with its tarball; without one, what existing versions say of being deprecated.',
    requestBody: { required: true, content: JSON_OBJECT },
    responses: DONE,
  }),
});

const writePaths = (named: Named): JsonObject => ({
  [`${OF_PROJECT.path}/npm/${named.path}/-/{file_name}`]: {
    parameters: [...OF_PROJECT.parameters, ...named.parameters, inPath('file_name', 'Name of the tarball.')],
    get: reading({
      operationId: `download${named.word}NpmTarball`,
      summary: 'Download a tarball',
      description: 'At the address that the package tells.',
      responses: {
        ...downloadOf('The bytes.'),
        ...REFUSED,
      },
    }),
  },
  [`${tagsPath(OF_PROJECT, named)}/{tag}`]: {
    parameters: [...OF_PROJECT.parameters, ...named.parameters, TAG],
    put: operation({
      operationId: `set${named.word}NpmTag`,
      summary: 'Set a dist-tag',
      description: 'It moves to the version.',
      requestBody: { required: true, content: { [JSON_TYPE]: { schema: text } } },
      responses: { 204: { description: 'Set.' }, ...REFUSED },
    }),
    delete: operation({
      operationId: `delete${named.word}NpmTag`,
      summary: 'Delete a dist-tag',
      description: 'Any but `latest`.',
      responses: { 204: { description: 'Deleted.' }, ...REFUSED },
    }),
  },
});

const unpublishing = (verb: 'Delete' | 'Update', { word }: Named): JsonObject =>
  operation({
    operationId: `refuseNpm${verb}${word}`,
    summary: 'Refuse to unpublish an npm package',
    description: 'Versions are deleted through the API of packages.',
    responses: REFUSED,
  });

const unpublishPaths = (named: Named): JsonObject => ({
  [`${OF_PROJECT.path}/npm/${named.path}/-rev/{revision}`]: {
    parameters: [...OF_PROJECT.parameters, ...named.parameters, inPath('revision', 'What the client read before.')],
    put: unpublishing('Update', named),
    delete: unpublishing('Delete', named),
  },
});

const objectOf = (parts: readonly JsonObject[]): JsonObject => Object.fromEntries(parts.flatMap(Object.entries));
const PREFIXES = [OF_PROJECT, ...OF_GROUPS, OF_INSTANCE];

/** Contract: packages §5.2. */
export const NPM_PATHS: JsonObject = objectOf([
  ...PREFIXES.map(fixedPaths),
  ...PREFIXES.flatMap((prefix) => NAMED.map((named) => readPaths(prefix, named))),
  ...NAMED.map(writePaths),
  ...NAMED.map(unpublishPaths),
]);
