/** What an inspection found; nothing is wrong when nothing is missing. */
export interface InspectionReport {
  /** How many things were looked at. */
  readonly inspected: number;
  readonly missing: number;
  /** The first few of those that are missing, for the operator. */
  readonly examples: readonly string[];
}

/**
 * Compares rows with what lies outside of the database: too long for readiness, so `doctor` alone does it. Each is a
 * contribution of the module that stores the bytes.
 */
export abstract class Inspection {
  /** What is looked at, in the plural. */
  abstract readonly name: string;
  /** Looks at everything, page by page. */
  abstract inspect(): Promise<InspectionReport>;
}

const EXAMPLES = 5;

/** Counts while pages are looked at, and keeps the first few findings. */
export class Findings {
  private inspected = 0;
  private missing = 0;
  private readonly examples: string[] = [];

  /** `finding` says what is missing; null when nothing is. */
  note(finding: string | null): void {
    this.inspected += 1;
    if (finding === null) {
      return;
    }
    this.missing += 1;
    if (this.examples.length < EXAMPLES) {
      this.examples.push(finding);
    }
  }

  get report(): InspectionReport {
    return { inspected: this.inspected, missing: this.missing, examples: this.examples };
  }
}
