/** A dependency of a package. */
export interface NugetDependency {
  readonly id: string;
  readonly range?: string;
}

export interface NugetDependencyGroup {
  readonly targetFramework?: string;
  readonly dependencies: readonly NugetDependency[];
}

/** Content of the manifest of a NuGet package (contract: packages §5.5). */
export interface Nuspec {
  readonly id: string;
  readonly version: string;
  /** Texts by element name in lower case: `authors`, `description`, `projecturl`. */
  readonly texts: Readonly<Record<string, string>>;
  readonly dependencyGroups: readonly NugetDependencyGroup[];
  readonly isSymbols: boolean;
}
