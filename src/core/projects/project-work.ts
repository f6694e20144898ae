/** What runs for projects, such as jobs: a contribution of the module that lets it run (contract: core §10). */
export abstract class ProjectWork {
  /** Ends what runs in the projects that this deletion hid, before a restoration shows them again. */
  abstract cancelHidden(deletionId: string): Promise<void>;
}
