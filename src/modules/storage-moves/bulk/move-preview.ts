/** The rule that decided (contract: storage-moves §13.3). */
export type PreviewRule = 'is on the source storage' | 'is read-only' | 'is archived' | 'is on the destination storage';

export interface PreviewItem {
  readonly id: number;
  readonly name: string;
  /** Shown to operators, because names are not unique. */
  readonly title: string;
  readonly action: 'move' | 'skip';
  readonly rule: PreviewRule;
  readonly source: string;
  readonly destination: string;
  readonly bytes: number;
}

export interface PreviewStorage {
  readonly name: string;
  readonly availableBytes: number;
  readonly neededBytes: number;
}

/** The moves that a call would schedule. */
export interface MovePreview {
  readonly items: readonly PreviewItem[];
  readonly totals: { readonly move: number; readonly skip: number; readonly bytes: number };
  readonly storages: readonly PreviewStorage[];
}
