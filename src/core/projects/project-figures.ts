/** Something of a project that is counted: commits by number, everything else by bytes (contract: core §6). */
export type Figure = 'commits' | 'repository' | 'jobArtifacts' | 'packages' | 'snippets' | 'images' | 'wiki';
export type ProjectFigures = Readonly<Partial<Record<Figure, number>>>;
