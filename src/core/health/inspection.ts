/** Result of an inspection; everything is fine when nothing is missing. */
export interface InspectionReport {
  /** Number of inspected items. */
  readonly inspected: number;
  readonly missing: number;
  /** The first few missing items, for the operator. */
  readonly examples: readonly string[];
}

/**
 * Compares rows with data outside the database. Takes too long for readiness, so only `doctor` runs it. Contributed by
 * the modules that store the bytes.
 */
export abstract class Inspection {
  /** What is inspected, in the plural. */
  abstract readonly name: string;
  /** Inspects everything, page by page. */
  abstract inspect(): Promise<InspectionReport>;
}

const EXAMPLES = 5;

/** Counts inspected items, and keeps the first few findings. */
export class Findings {
  private inspected = 0;
  private missing = 0;
  private readonly examples: string[] = [];

  /** `finding` describes what is missing; null when nothing is. */
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
