/** A blob whose row says that its bytes are stored. */
export interface ScrubbedBlob {
  readonly id: number;
  readonly digest: string;
  readonly size: number;
  readonly storeKey: string;
}

/** What is wrong with stored bytes: there are none, they are others, or they cannot be read now. */
export type Fault = 'missing' | 'damaged' | 'unreadable';

export interface Finding {
  readonly blob: ScrubbedBlob;
  readonly fault: Fault;
}
