/** The figures of a project: the number of commits, and the bytes of everything else (contract: core §6). */
export type Figure = 'commits' | 'repository' | 'jobArtifacts' | 'packages' | 'snippets' | 'images' | 'wiki';
export type ProjectFigures = Readonly<Partial<Record<Figure, number>>>;
