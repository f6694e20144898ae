import type { PackageType } from '../package-types.js';

/** Values that the commands contain. */
export interface InstallFacts {
  readonly type: PackageType;
  readonly name: string;
  readonly version: string;
  readonly projectId: number;
  /** The group of the project; null for a personal project. */
  readonly groupId: number | null;
  readonly baseUrl: string;
  readonly fileNames: readonly string[];
  /** Set for charts. */
  readonly channel: string | null;
}

type Commands = (facts: InstallFacts & { readonly api: string; readonly host: string }) => string[];

/** Quotes published text in a shell command if it contains characters that a shell might interpret. */
const quoted = (text: string): string =>
  /^[\w@%+=:,./~^-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
const segment = encodeURIComponent;

/** Commands for the client of each format, as in its documentation. */
const COMMANDS: Readonly<Record<PackageType, Commands>> = {
  generic: ({ api, name, version, fileNames }) =>
    (fileNames.length === 0 ? ['FILE'] : fileNames)
      .slice(0, 3)
      .map(
        (file) =>
          `curl --fail --header "PRIVATE-TOKEN: $TOKEN" --remote-name ${quoted(`${api}/generic/${segment(name)}/${segment(version)}/${file.split('/').map(segment).join('/')}`)}`,
      ),
  npm: ({ api, name, version }) => [
    `npm config set --location=project registry ${quoted(`${api}/npm/`)}`,
    `npm install ${quoted(`${name}@${version}`)}`,
  ],
  pypi: ({ api, name, version }) => [
    `pip install --index-url ${quoted(`${api}/pypi/simple`)} ${quoted(`${name}==${version}`)}`,
  ],
  maven: ({ api, name, version }) => {
    const [artifact = '', ...group] = name.split('/').reverse();
    const coordinates = `${group.reverse().join('.')}:${artifact}:${version}`;
    return [`mvn dependency:get -DremoteRepositories=${quoted(`${api}/maven`)} -Dartifact=${quoted(coordinates)}`];
  },
  nuget: ({ api, name, version }) => [
    `dotnet nuget add source ${quoted(`${api}/nuget/index.json`)} --name slipway --username any --password "$TOKEN"`,
    `dotnet add package ${quoted(name)} --version ${quoted(version)}`,
  ],
  composer: ({ baseUrl, host, groupId, name, version }) =>
    groupId === null
      ? []
      : [
          `composer config repositories.slipway composer ${quoted(`${baseUrl}/api/v4/group/${groupId}/-/packages/composer`)}`,
          `composer config http-basic.${host} __token__ "$TOKEN"`,
          `composer require ${quoted(`${name}:${version}`)}`,
        ],
  conan: ({ api, name }) => [
    `conan remote add slipway ${quoted(`${api}/conan`)}`,
    `conan install ${quoted(name)} -r slipway`,
  ],
  helm: ({ api, name, version, channel }) => [
    `helm repo add slipway ${quoted(`${api}/helm/${channel ?? 'stable'}`)} --username any --password "$TOKEN"`,
    `helm install ${quoted(name)} ${quoted(`slipway/${name}`)} --version ${quoted(version)}`,
  ],
  golang: ({ api, name, version }) => [`GOPROXY=${quoted(`${api}/go`)} go get ${quoted(`${name}@${version}`)}`],
  terraform_module: ({ api, name, version }) => {
    const path = `${name.split('/').map(segment).join('/')}/${segment(version)}`;
    return [
      `curl --fail --location --header "PRIVATE-TOKEN: $TOKEN" --output module.tgz ${quoted(`${api}/terraform/modules/${path}/file`)}`,
    ];
  },
};

/** Shell commands; empty if the client cannot install the package. */
export function installCommands(facts: InstallFacts): string[] {
  const { baseUrl, projectId } = facts;
  const api = `${baseUrl}/api/v4/projects/${projectId}/packages`;
  return COMMANDS[facts.type]({ ...facts, api, host: new URL(baseUrl).host });
}
