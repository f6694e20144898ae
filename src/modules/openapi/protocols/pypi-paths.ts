import type { JsonObject } from '../../../common/params/json-object.js';
import {
  downloadOf,
  MESSAGE,
  OF_GROUPS,
  OF_PROJECT,
  OF_TYPES,
  operation,
  reading,
  REFUSED,
} from './package-operations.js';
import type { PathPrefix } from './package-operations.js';
import { inPath, text } from './parameter-objects.js';

const INDEX: JsonObject = {
  200: {
    description: 'The index, as `Accept` prefers it.',
    content: {
      'text/html': { schema: text },
      'application/vnd.pypi.simple.v1+json': { schema: { type: 'object', additionalProperties: true } },
    },
  },
  304: { description: 'Unchanged.' },
  ...REFUSED,
};

const FIELDS = {
  content: { type: 'string', format: 'binary', description: 'The file.' },
  name: { ...text, description: 'Name of the package.' },
  version: { ...text, description: 'Version of the package.' },
  requires_python: { ...text, maxLength: 255, description: 'Versions of Python that it needs.' },
  md5_digest: { ...text, description: 'What the file is compared with.' },
  sha256_digest: { ...text, description: 'What the file is compared with.' },
};

const readPaths = ({ path, suffix, parameters }: PathPrefix): JsonObject => ({
  [`${path}/pypi/simple`]: {
    parameters,
    get: reading({
      operationId: `listPypiPackages${suffix}`,
      summary: 'List Python packages',
      description: 'Their names.',
      responses: INDEX,
    }),
  },
  [`${path}/pypi/simple/{name}`]: {
    parameters: [...parameters, inPath('name', 'Name of the package, however it is written.')],
    get: reading({
      operationId: `listPypiFiles${suffix}`,
      summary: 'List the files of a Python package',
      description: 'With their digests and addresses.',
      responses: INDEX,
    }),
  },
  [`${path}/pypi/files/{sha256}/{file_name}`]: {
    parameters: [...parameters, inPath('sha256', 'Digest of the file.'), inPath('file_name', 'Name of the file.')],
    get: reading({
      operationId: `downloadPypiFile${suffix}`,
      summary: 'Download a file of a Python package',
      description: 'At the address that its index tells.',
      responses: {
        ...downloadOf('The bytes.'),
        ...REFUSED,
      },
    }),
  },
});

/** Contract: packages §5.3. */
export const PYPI_PATHS: JsonObject = {
  [`${OF_PROJECT.path}/pypi`]: {
    parameters: OF_PROJECT.parameters,
    post: operation({
      operationId: 'uploadPypiFile',
      summary: 'Publish a file of a Python package',
      description: 'A version takes a file name once.',
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: { type: 'object', required: ['content', 'name', 'version'], properties: FIELDS },
          },
        },
      },
      responses: {
        201: { description: 'Published.', content: MESSAGE },
        ...REFUSED,
        ...OF_TYPES,
      },
    }),
  },
  ...Object.fromEntries([OF_PROJECT, ...OF_GROUPS].flatMap((prefix) => Object.entries(readPaths(prefix)))),
};
