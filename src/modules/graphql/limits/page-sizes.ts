import { Kind } from 'graphql';
import type { DocumentNode, FieldNode, ValueNode } from 'graphql';
import { MAX_PAGE } from '../../../core/graphql/connection.js';

/** Values of the sent variables by name. */
export type Variables = Readonly<Record<string, unknown>>;

/** Page sizes of a document's connections (contract: scim-graphql §B1). */
export class PageSizes {
  /**
   * Largest default that an operation gives a variable of that name, since a fragment may belong to several operations.
   */
  private readonly defaults = new Map<string, number>();

  constructor(
    document: DocumentNode,
    private readonly variables: Variables,
  ) {
    const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
    for (const { variable, defaultValue } of operations.flatMap((operation) => operation.variableDefinitions ?? [])) {
      const name = variable.name.value;
      this.defaults.set(name, Math.max(this.defaults.get(name) ?? 0, literal(defaultValue)));
    }
  }

  /** Returns the requested size, or the default. */
  of(field: FieldNode): number {
    const sizes = (field.arguments ?? [])
      .filter(({ name }) => name.value === 'first' || name.value === 'last')
      .map(({ value }) => (value.kind === Kind.VARIABLE ? this.sizeIn(value.name.value) : literal(value)));
    return sizes.length === 0 ? MAX_PAGE : Math.min(Math.max(...sizes, 0), MAX_PAGE);
  }

  /** An explicit null is not a size, whatever the default is. */
  private sizeIn(name: string): number {
    const sent = this.variables[name];
    const size = sent === undefined ? (this.defaults.get(name) ?? MAX_PAGE) : Number(sent ?? MAX_PAGE);
    return Number.isNaN(size) ? MAX_PAGE : size;
  }
}

const literal = (value: ValueNode | undefined): number => (value?.kind === Kind.INT ? Number(value.value) : MAX_PAGE);
