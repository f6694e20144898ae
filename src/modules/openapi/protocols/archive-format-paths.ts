import { reference } from '../document/document-parts.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import {
  BYTES,
  downloadOf,
  formWith,
  JSON_OBJECT,
  JSON_TYPE,
  OF_CREDENTIALS,
  OF_TYPES,
  operation,
  pathParameters,
  reading,
  REFUSED,
} from './package-operations.js';
import { text } from './parameter-objects.js';

/** A route of a package protocol: its path, texts, and answers other than errors. */
type Row = readonly [
  path: string,
  verb: string,
  id: string,
  summary: string,
  description: string,
  answer: Answer,
  body?: JsonObject,
];
type Answer = 'json' | 'file' | 'yaml' | 'text' | 'created' | 'done' | 'gone' | 'found';

const PROJECT = '/api/v4/projects/{id}/packages';
const FEEDS = [
  [`${PROJECT}/nuget`, ''],
  ['/api/v4/groups/{id}/-/packages/nuget', 'Groups'],
  ['/api/v4/group/{id}/-/packages/nuget', 'Group'],
] as const;
const CONANS = [
  [`${PROJECT}/conan/v1`, ''],
  ['/api/v4/packages/conan/v1', 'Instance'],
] as const;
const RECIPE = 'conans/{name}/{version}/{user}/{channel}';
const BINARY = `${RECIPE}/packages/{ref}`;
const MODULE = '/api/v4/packages/terraform/modules/v1/{namespace}/{name}/{system}';

/** Contract: packages §5.5. */
const NUGET: readonly Row[] = [
  ...FEEDS.flatMap(([at, of]): readonly Row[] => [
    [`${at}/index.json`, 'get', `getNugetIndex${of}`, 'Get the service index', 'Addresses of all resources.', 'json'],
    [
      `${at}/download/{package_name}/index.json`,
      'get',
      `listNugetVersions${of}`,
      'List versions',
      'Oldest first.',
      'json',
    ],
    [
      `${at}/download/{package_name}/{package_version}/{file_name}`,
      'get',
      `downloadNugetFile${of}`,
      'Download a file',
      'Package, symbols or manifest.',
      'file',
    ],
    [
      `${at}/metadata/{package_name}/index.json`,
      'get',
      `getNugetRegistration${of}`,
      'Get the registration',
      'All versions on one page.',
      'json',
    ],
    [
      `${at}/metadata/{package_name}/{file_name}`,
      'get',
      `getNugetLeaf${of}`,
      'Get a version',
      'Named by the version and `.json`.',
      'json',
    ],
    [
      `${at}/query`,
      'get',
      `searchNuget${of}`,
      'Search packages',
      'By a part of the id: `q`, `skip`, `take`, `prerelease`.',
      'json',
    ],
  ]),
  [
    `${PROJECT}/nuget`,
    'put',
    'pushNugetPackage',
    'Push a package',
    'A form whose first file is it.',
    'created',
    formWith('package', 'Its name does not matter.'),
  ],
  [
    `${PROJECT}/nuget/symbolpackage`,
    'put',
    'pushNugetSymbols',
    'Push symbols',
    'A form whose first file they are.',
    'created',
    formWith('package', 'Its name does not matter.'),
  ],
  [
    `${PROJECT}/nuget/{package_name}/{package_version}`,
    'delete',
    'deleteNugetVersion',
    'Delete a version',
    'For maintainers.',
    'gone',
  ],
];

/** Contract: packages §5.8. */
const HELM: readonly Row[] = [
  [
    `${PROJECT}/helm/api/{channel}/charts`,
    'post',
    'pushHelmChart',
    'Push a chart',
    'A form whose part `chart` it is.',
    'created',
    formWith('chart', 'The archive.'),
  ],
  [`${PROJECT}/helm/{channel}/index.yaml`, 'get', 'getHelmIndex', 'Get the index of a channel', 'YAML.', 'yaml'],
  [
    `${PROJECT}/helm/{channel}/charts/{file_name}`,
    'get',
    'downloadHelmChart',
    'Download a chart',
    'The newest of that name.',
    'file',
  ],
];

/** Contract: packages §5.9. */
const TERRAFORM: readonly Row[] = [
  ['/.well-known/terraform.json', 'get', 'discoverTerraform', 'Find the registry of modules', 'For Terraform.', 'json'],
  [`${MODULE}/versions`, 'get', 'listModuleVersions', 'List versions of a module', 'Oldest first.', 'json'],
  [MODULE, 'get', 'getModule', 'Get the newest version of a module', 'With all versions.', 'json'],
  [`${MODULE}/{version}`, 'get', 'getModuleVersion', 'Get a version of a module', 'With all versions.', 'json'],
  [`${MODULE}/download`, 'get', 'downloadModule', 'Download the newest version', 'Leads to it.', 'found'],
  [
    `${MODULE}/{version}/download`,
    'get',
    'downloadModuleVersion',
    'Download a version',
    'The address is in `X-Terraform-Get`.',
    'gone',
  ],
  [
    `${MODULE}/{version}/file`,
    'get',
    'downloadModuleFile',
    'Download the archive',
    'With credentials or the token of the address.',
    'file',
  ],
  [
    `${PROJECT}/terraform/modules/{name}/{system}`,
    'get',
    'findProjectModule',
    'Find the newest archive',
    'Leads to it.',
    'found',
  ],
  [
    `${PROJECT}/terraform/modules/{name}/{system}/{version}`,
    'get',
    'findProjectModuleVersion',
    'Find an archive',
    'Leads to it.',
    'found',
  ],
  [
    `${PROJECT}/terraform/modules/{name}/{system}/{version}/file`,
    'put',
    'publishModule',
    'Publish a version',
    'The body is the archive.',
    'created',
    BYTES,
  ],
  [
    `${PROJECT}/terraform/modules/{name}/{system}/{version}/file`,
    'get',
    'downloadProjectModuleFile',
    'Download an archive',
    'With credentials or the token of the address.',
    'file',
  ],
];

const listOf = (name: string, description: string): JsonObject => ({
  [JSON_TYPE]: {
    schema: { type: 'object', required: [name], properties: { [name]: { type: 'array', items: text, description } } },
  },
});
/** Of files by their names. */
const SIZES = { [JSON_TYPE]: { schema: { type: 'object', additionalProperties: { type: 'integer' } } } };

/** Contract: packages §5.7. */
const CONAN: readonly Row[] = CONANS.flatMap(([at, of]): readonly Row[] => [
  [`${at}/ping`, 'get', `pingConan${of}`, 'Ask for the capabilities', 'In a header.', 'done'],
  [
    `${at}/users/authenticate`,
    'get',
    `authenticateConan${of}`,
    'Get a token',
    'For an hour, of the credentials.',
    'text',
  ],
  [`${at}/users/check_credentials`, 'get', `checkConan${of}`, 'Check credentials', 'Or a token.', 'text'],
  [`${at}/conans/search`, 'get', `searchConan${of}`, 'Search recipes', '`q`, with `*` for anything.', 'json'],
  [`${at}/${RECIPE}`, 'delete', `deleteConanRecipe${of}`, 'Delete a recipe', 'For maintainers.', 'json'],
  [
    `${at}/${RECIPE}/search`,
    'get',
    `searchConanPackages${of}`,
    'List binary packages',
    'With settings and options; `q` chooses some by them, as `os=Linux AND shared=True`.',
    'json',
  ],
  [
    `${at}/${RECIPE}/packages/delete`,
    'post',
    `deleteConanPackages${of}`,
    'Delete binary packages',
    'By `package_ids`.',
    'json',
    listOf('package_ids', 'Ids of binary packages.'),
  ],
  [
    `${at}/${RECIPE}/remove_files`,
    'post',
    `deleteConanFiles${of}`,
    'Delete files of a recipe',
    'By `files`.',
    'json',
    listOf('files', 'Names of files.'),
  ],
  ...(
    [
      ['Recipe', RECIPE],
      ['Package', BINARY],
    ] as const
  ).flatMap(([what, path]): readonly Row[] => [
    [`${at}/${path}`, 'get', `getConan${what}${of}`, 'Get digests', 'MD5 of each file.', 'json'],
    [`${at}/${path}/digest`, 'get', `getConan${what}Manifest${of}`, 'Find the manifest', 'Its address.', 'json'],
    [`${at}/${path}/download_urls`, 'get', `getConan${what}Files${of}`, 'Find the files', 'Their addresses.', 'json'],
    [
      `${at}/${path}/upload_urls`,
      'post',
      `prepareConan${what}${of}`,
      'Prepare an upload',
      'Addresses of the files.',
      'json',
      SIZES,
    ],
  ]),
  ...(
    [
      ['Recipe', 'files/{name}/{version}/{user}/{channel}/{recipe_revision}/export/{file_name}'],
      [
        'Package',
        'files/{name}/{version}/{user}/{channel}/{recipe_revision}/package/{ref}/{package_revision}/{file_name}',
      ],
    ] as const
  ).flatMap(([what, path]): readonly Row[] => [
    [`${at}/${path}`, 'get', `downloadConan${what}File${of}`, 'Download a file', 'The newest of that name.', 'file'],
    [
      `${at}/${path}`,
      'put',
      `uploadConan${what}File${of}`,
      'Upload a file',
      'Or ask whether its bytes are there.',
      'json',
      BYTES,
    ],
  ]),
]);

const TEXT = { 'text/plain': { schema: { type: 'string' } } };
const YAML = { 'text/yaml': { schema: { type: 'string' } } };
const ANSWERS: Readonly<Record<Answer, JsonObject>> = {
  json: { 200: { description: 'As the protocol has it.', content: JSON_OBJECT }, 304: { description: 'Unchanged.' } },
  file: downloadOf('The bytes.'),
  yaml: downloadOf('As YAML.', YAML),
  text: { 200: { description: 'As text.', content: TEXT }, 304: { description: 'Unchanged.' } },
  created: { 201: { description: 'Published.', content: JSON_OBJECT } },
  done: { 200: { description: 'Without a body.' } },
  gone: { 204: { description: 'Without a body.' } },
  found: { 302: { description: 'Its address is in `Location`.' } },
};

/**
 * Conditional headers apply to deletions, and to Conan files, which can be overwritten (contract: packages §2, §4.5).
 */
const CHANGED: JsonObject = { 412: reference('responses', 'PreconditionFailed') };

/** Routes of the formats whose packages are archives. */
export const ARCHIVE_FORMAT_PATHS: JsonObject = [...NUGET, ...HELM, ...TERRAFORM, ...CONAN].reduce<
  Readonly<Record<string, JsonObject>>
>((paths, [path, verb, operationId, summary, description, answer, content]) => {
  const isConditional = verb === 'delete' || (verb === 'put' && path.includes('/conan/'));
  const isForm = content !== undefined && 'multipart/form-data' in content;
  const responses = {
    ...ANSWERS[answer],
    ...REFUSED,
    ...(isConditional ? CHANGED : {}),
    ...(isForm ? OF_TYPES : {}),
  };
  const body = content ? { requestBody: { required: true, content } } : {};
  const security = answer === 'text' ? { security: OF_CREDENTIALS } : {};
  const describe = verb === 'get' ? reading : operation;
  const described = describe({ operationId, summary, description, responses, ...security, ...body });
  return { ...paths, [path]: { ...(paths[path] ?? { parameters: pathParameters(path) }), [verb]: described } };
}, {});
