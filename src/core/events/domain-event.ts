/** Something that happened, in the past tense: `project.deleted`. */
export interface DomainEvent {
  readonly name: string;
  readonly payload: object;
}
