import { reference } from '../document/document-parts.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import { ARCHIVE_FORMAT_PATHS } from './archive-format-paths.js';
import { COMPOSER_PATHS } from './composer-paths.js';
import { GOLANG_PATHS } from './golang-paths.js';
import { MAVEN_PATHS } from './maven-paths.js';
import { NPM_PATHS } from './npm-paths.js';
import { BYTES, downloadOf, JSON_TYPE, MESSAGE, formWith, operation, reading, REFUSED } from './package-operations.js';
import { inPath, text } from './parameter-objects.js';
import { PYPI_PATHS } from './pypi-paths.js';

/** Protocols of package managers (contract: packages §5). */
export const PACKAGE_PATHS: JsonObject = {
  ...MAVEN_PATHS,
  ...COMPOSER_PATHS,
  ...GOLANG_PATHS,
  ...ARCHIVE_FORMAT_PATHS,
  '/api/v4/projects/{id}/packages/generic/{package_name}/{package_version}/{file_name}': {
    parameters: [
      inPath('id', 'Id of the project, or its path with `%2F` for slashes.'),
      inPath('package_name', 'Name of the package.'),
      inPath('package_version', 'Version of the package.'),
      inPath('file_name', 'Name of the file.'),
    ],
    put: operation({
      operationId: 'uploadGenericPackageFile',
      summary: 'Publish a file',
      description: 'The body is the file, or a form whose part `file` is.',
      parameters: [
        {
          name: 'status',
          in: 'query',
          description: 'Hidden packages are not in lists.',
          schema: { type: 'string', enum: ['default', 'hidden'] },
        },
        {
          name: 'select',
          in: 'query',
          description: 'Answers the record of the file.',
          schema: { type: 'string', enum: ['package_file'] },
        },
        {
          name: 'X-Checksum-Sha256',
          in: 'header',
          description: 'What the file is compared with.',
          schema: text,
        },
      ],
      requestBody: { required: true, content: { ...BYTES, ...formWith('file', 'The file.') } },
      responses: {
        200: {
          description: 'Published; the record that was selected.',
          content: { [JSON_TYPE]: { schema: reference('schemas', 'PackageFile') } },
        },
        201: { description: 'Published.', content: MESSAGE },
        412: reference('responses', 'PreconditionFailed'),
        ...REFUSED,
      },
    }),
    get: reading({
      operationId: 'downloadGenericPackageFile',
      summary: 'Download a file',
      description: 'The newest of that name. Public projects are read without credentials.',
      responses: {
        ...downloadOf('The bytes.'),
        ...REFUSED,
      },
    }),
  },
  ...NPM_PATHS,
  ...PYPI_PATHS,
};
