import { reference } from '../document/document-parts.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import { BYTES, downloadOf, MESSAGE, operation, reading, REFUSED } from './package-operations.js';
import { inPath } from './parameter-objects.js';

const PATH = inPath('path', 'Group as folders, artifact, version and file name.');
const IN_GROUP = [inPath('id', 'Id of the group, or its path with `%2F` for slashes.'), PATH];
const TEXT = { 'text/plain': { schema: { type: 'string' } } };
const XML = { 'application/xml': { schema: { type: 'string' } } };

const download = (operationId: string, summary: string, description: string): JsonObject =>
  reading({
    operationId,
    summary,
    description,
    responses: {
      ...downloadOf('The file, or the digest that its path ends with.', { ...BYTES, ...XML, ...TEXT }),
      ...REFUSED,
    },
  });

/** Contract: packages §5.4. */
export const MAVEN_PATHS: JsonObject = {
  '/api/v4/projects/{id}/packages/maven/{path}': {
    parameters: [inPath('id', 'Id of the project, or its path with `%2F` for slashes.'), PATH],
    put: operation({
      operationId: 'uploadMavenPackageFile',
      summary: 'Publish a file, or check its digest',
      description: 'A path that ends with `.sha1`, `.sha256` or `.sha512` compares the stored file with the digest.',
      requestBody: { required: true, content: BYTES },
      responses: {
        200: { description: 'Published.', content: MESSAGE },
        204: { description: 'The digest is the one of the stored file.' },
        409: reference('responses', 'Conflict'),
        412: reference('responses', 'PreconditionFailed'),
        ...REFUSED,
      },
    }),
    get: download(
      'downloadMavenPackageFile',
      'Download a file',
      'The newest of that name. `maven-metadata.xml` of an artifact lists the versions that are there.',
    ),
  },
  '/api/v4/groups/{id}/-/packages/maven/{path}': {
    parameters: IN_GROUP,
    get: download(
      'downloadGroupMavenPackageFile',
      'Download a file of a group',
      'Looks in every project of the group.',
    ),
  },
  '/api/v4/group/{id}/-/packages/maven/{path}': {
    parameters: IN_GROUP,
    get: download('downloadMavenPackageFileOfGroup', 'Download a file of a group', 'The same by its other address.'),
  },
  '/api/v4/packages/maven/{path}': {
    parameters: [PATH],
    get: download(
      'downloadInstanceMavenPackageFile',
      'Download a file of any project',
      'Only of packages that are called as their project is.',
    ),
  },
};
