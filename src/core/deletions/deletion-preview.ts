/** Contents of a project that are counted, but not measured. */
export type Content = 'repositories' | 'packages' | 'images';
export type ContentCounts = Readonly<Record<Content, number>>;

/** What a deletion would remove (contract: core §15.2). */
export interface DeletionPreview {
  readonly users: readonly Named[];
  readonly groups: readonly Named[];
  readonly projects: readonly Named[];
  readonly contents: ContentCounts;
  readonly bytes: number;
}

export interface Named {
  readonly id: number;
  readonly name: string;
}
