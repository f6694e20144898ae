/** A branch and why it goes or stays. */
export interface MergedBranch {
  readonly name: string;
  readonly action: 'delete' | 'keep';
  readonly rule: string;
}
