import { reference } from '../document/document-parts.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import { BYTES, downloadOf, JSON_OBJECT, MESSAGE, operation, reading, REFUSED } from './package-operations.js';
import { inPath } from './parameter-objects.js';

const TEXT = { 'text/plain': { schema: { type: 'string' } } };

/** Contract: packages §5.10. */
export const GOLANG_PATHS: JsonObject = {
  '/api/v4/projects/{id}/packages/go/{path}': {
    parameters: [
      inPath('id', 'Id of the project, or its path with `%2F` for slashes.'),
      inPath(
        'path',
        'Module, `@v`, and `list` or a version with `.info`, `.mod` or `.zip`; upper case as `!` and lower case.',
      ),
    ],
    put: operation({
      operationId: 'uploadGoModule',
      summary: 'Publish a version of a module',
      description: 'The body is a module archive; the path ends with `.zip`, and may name any module.',
      requestBody: { required: true, content: BYTES },
      responses: {
        201: { description: 'Published.', content: MESSAGE },
        409: reference('responses', 'Conflict'),
        ...REFUSED,
      },
    }),
    get: reading({
      operationId: 'readGoModule',
      summary: 'Read a module',
      description: 'Versions are tags of the repository; pseudo-versions stand for commits.',
      responses: {
        ...downloadOf('The list, or the file of the version.', { ...TEXT, ...JSON_OBJECT, ...BYTES }),
        ...REFUSED,
      },
    }),
  },
};
