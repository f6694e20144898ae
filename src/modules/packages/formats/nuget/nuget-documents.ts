import { framed } from '../../files/document-rows.js';
import type { DocumentFrame } from '../../files/document-rows.js';
import { fileNameOf, PACKAGE_FILE } from './nuget-names.js';
import type { FoundPackage } from './nuget-reads.service.js';
import type { NugetPackage, NugetVersionName } from './nuget.repository.js';

/** Resources by type (contract: packages §5.5); the last two exist only for projects. */
const READS: readonly (readonly [type: string, path: string])[] = [
  ['PackageBaseAddress/3.0.0', 'download'],
  ['RegistrationsBaseUrl', 'metadata'],
  ['RegistrationsBaseUrl/3.0.0-beta', 'metadata'],
  ['RegistrationsBaseUrl/3.6.0', 'metadata'],
  ['SearchQueryService', 'query'],
  ['SearchQueryService/3.0.0-beta', 'query'],
  ['SearchQueryService/3.5.0', 'query'],
];
const WRITES: typeof READS = [
  ['PackagePublish/2.0.0', ''],
  ['SymbolPackagePublish/4.9.0', 'symbolpackage'],
];

/** Base URL of the documents: `<api>/projects/:id/packages/nuget`, or the one of a group. */
export interface NugetSite {
  readonly address: string;
  readonly isWritable: boolean;
}

export const presentServiceIndex = ({ address, isWritable }: NugetSite) => ({
  version: '3.0.0',
  resources: [...READS, ...(isWritable ? WRITES : [])].map(([type, path]) => ({
    '@id': path === '' ? address : `${address}/${path}`,
    '@type': type,
  })),
});

/** Writes the JSON of all versions of an id, oldest first; each batch describes some of them. */
export const writeRegistration = (
  versions: readonly NugetVersionName[],
  described: AsyncIterable<readonly NugetPackage[]>,
  site: NugetSite,
) =>
  framed(aroundItems(presentRegistration(versions, site)), described, (version) =>
    JSON.stringify(presentItem(version, site)),
  );

/** Everything except the items of its single page. */
function presentRegistration(versions: readonly NugetVersionName[], site: NugetSite) {
  const [oldest, newest] = [versions[0], versions.at(-1)];
  const index = registrationOf(oldest?.nameKey ?? '', site);
  return {
    '@id': index,
    '@type': ['catalog:CatalogRoot', 'PackageRegistration', 'catalog:Permalink'],
    count: 1,
    items: [
      {
        '@id': `${index}#page`,
        '@type': 'catalog:CatalogPage',
        count: versions.length,
        lower: oldest?.version,
        upper: newest?.version,
        items: [],
      },
    ],
  };
}

/** Splits the text at the list of items, which is empty and the last list in it. */
function aroundItems(registration: ReturnType<typeof presentRegistration>): DocumentFrame {
  const text = JSON.stringify(registration);
  const at = text.lastIndexOf('[]') + 1;
  return { before: text.slice(0, at), separator: ',', after: text.slice(at) };
}

const presentItem = (version: NugetPackage, site: NugetSite) => ({
  '@id': leafOf(version, site),
  '@type': 'Package',
  packageContent: contentOf(version, site),
  registration: registrationOf(version.nameKey, site),
  catalogEntry: presentEntry(version, site),
});

export const presentLeaf = (version: NugetPackage, site: NugetSite) => ({
  '@id': leafOf(version, site),
  '@type': ['Package', 'catalog:Permalink'],
  listed: true,
  packageContent: contentOf(version, site),
  published: version.createdAt,
  registration: registrationOf(version.nameKey, site),
  catalogEntry: presentEntry(version, site),
});

/** One id found by a search, with its versions, oldest first. */
export const presentFound = ({ newest, versions }: FoundPackage, site: NugetSite) => ({
  '@id': registrationOf(newest.nameKey, site),
  '@type': 'Package',
  registration: registrationOf(newest.nameKey, site),
  id: newest.name,
  version: newest.version,
  ...newest.metadata,
  tags: newest.tags,
  totalDownloads: 0,
  verified: false,
  versions: versions.map((version) => ({
    '@id': leafOf(version, site),
    version: version.version,
    downloads: 0,
  })),
});

const presentEntry = (version: NugetPackage, site: NugetSite) => ({
  '@id': leafOf(version, site),
  '@type': 'PackageDetails',
  id: version.name,
  version: version.version,
  ...version.metadata,
  tags: version.tags.join(' '),
  listed: true,
  published: version.createdAt,
  packageContent: contentOf(version, site),
});

const registrationOf = (nameKey: string, { address }: NugetSite): string =>
  `${address}/metadata/${encodeURIComponent(nameKey)}/index.json`;

const leafOf = ({ nameKey, versionKey }: NugetVersionName, { address }: NugetSite): string =>
  `${address}/metadata/${encodeURIComponent(nameKey)}/${versionKey}.json`;

const contentOf = ({ nameKey, versionKey }: NugetVersionName, { address }: NugetSite): string => {
  const file = encodeURIComponent(fileNameOf(nameKey, versionKey, PACKAGE_FILE));
  return `${address}/download/${encodeURIComponent(nameKey)}/${versionKey}/${file}`;
};
