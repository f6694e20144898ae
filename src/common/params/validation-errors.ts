import { invalid, notGiven } from '../errors/catalogue.js';

/** Collects the parameter errors of one request (contract: conventions §1 step 10, §5). */
export class ValidationErrors {
  private missing: string | undefined;
  private readonly fields = new Map<string, readonly string[]>();

  /** Only the first missing parameter is named. */
  lacks(names: string): void {
    this.missing ??= names;
  }

  /** The page and a list's own class both read `sort`: an error found by both is reported once. */
  about(name: string, text: string | undefined): void {
    if (text !== undefined) {
      this.fields.set(name, [...new Set([...(this.fields.get(name) ?? []), text])]);
    }
  }

  /** Whether this parameter has an error. */
  areAbout(name: string): boolean {
    return this.fields.has(name);
  }

  /** Throws 400 for the first missing parameter, otherwise for all invalid ones at once. */
  refuseAny(): void {
    if (this.missing !== undefined) {
      throw notGiven(this.missing);
    }
    if (this.fields.size > 0) {
      throw invalid(Object.fromEntries(this.fields));
    }
  }
}
