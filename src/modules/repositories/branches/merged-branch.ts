/** A branch, and the reason why it is deleted or kept. */
export interface MergedBranch {
  readonly name: string;
  readonly action: 'delete' | 'keep';
  readonly rule: string;
}
