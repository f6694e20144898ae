import type { Answer, ApiClient } from '../support/api-client.js';
import { aZip } from './zips.js';

export interface NugetFacts {
  readonly id: string;
  readonly version?: string;
  /** Elements beside id and version. */
  readonly inner?: string;
  /** What the library is filled with. */
  readonly filling?: string | Buffer;
  readonly isSymbols?: boolean;
}

/** A package as `nuget pack` writes it. */
export function aNupkg({ id, version = '1.0.0', inner = '', filling = 'dll', isSymbols = false }: NugetFacts): Buffer {
  const types = isSymbols ? '<packageTypes><packageType name="SymbolsPackage" /></packageTypes>' : '';
  const nuspec = `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd">
  <metadata><id>${id}</id><version>${version}</version><authors>A. Author</authors>
  <description>What it does</description>${types}${inner}</metadata>
</package>`;
  return aZip([
    { name: '[Content_Types].xml', text: '<Types/>' },
    { name: `${id}.nuspec`, text: nuspec },
    { name: `lib/net8.0/${id}.dll`, text: filling, isStored: true },
  ]);
}

/** The request that `nuget push` makes: a form with one file, to an address with a final slash. */
export function push(
  api: ApiClient,
  address: string,
  nupkg: Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const form = new FormData();
  form.append('package', new Blob([nupkg]), 'package.nupkg');
  return api.send('PUT', address, form, { headers });
}
