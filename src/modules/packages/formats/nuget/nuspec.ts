/** A package that another needs. */
export interface NugetDependency {
  readonly id: string;
  readonly range?: string;
}

export interface NugetDependencyGroup {
  readonly targetFramework?: string;
  readonly dependencies: readonly NugetDependency[];
}

/** What the manifest of a NuGet package says (contract: packages §5.5). */
export interface Nuspec {
  readonly id: string;
  readonly version: string;
  /** Texts by the names of their elements, in lower case: `authors`, `description`, `projecturl`. */
  readonly texts: Readonly<Record<string, string>>;
  readonly dependencyGroups: readonly NugetDependencyGroup[];
  readonly isSymbols: boolean;
}
