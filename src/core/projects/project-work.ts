/**
 * Work that is under way for projects, such as CI jobs: contributed by the module that runs it (contract: core §10).
 */
export abstract class ProjectWork {
  /** Ends the work in projects that this deletion hid, before a restoration shows them again. */
  abstract cancelHidden(deletionId: string): Promise<void>;
}
