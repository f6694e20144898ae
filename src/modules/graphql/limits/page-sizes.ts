import { Kind } from 'graphql';
import type { DocumentNode, FieldNode, ValueNode } from 'graphql';
import { MAX_PAGE } from '../../../core/graphql/connection.js';

/** Values of the variables that were sent, by name. */
export type Variables = Readonly<Record<string, unknown>>;

/** How many rows the connections of a document ask for (contract: scim-graphql §B1). */
export class PageSizes {
  /** The largest that an operation gives a variable of that name, since a fragment may be part of several. */
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

  /** The requested size, or that of a page for which none is requested. */
  of(field: FieldNode): number {
    const sizes = (field.arguments ?? [])
      .filter(({ name }) => name.value === 'first' || name.value === 'last')
      .map(({ value }) => (value.kind === Kind.VARIABLE ? this.sizeIn(value.name.value) : literal(value)));
    return sizes.length === 0 ? MAX_PAGE : Math.min(Math.max(...sizes, 0), MAX_PAGE);
  }

  /** A null that was sent is no size, whatever the default. */
  private sizeIn(name: string): number {
    const sent = this.variables[name];
    const size = sent === undefined ? (this.defaults.get(name) ?? MAX_PAGE) : Number(sent ?? MAX_PAGE);
    return Number.isNaN(size) ? MAX_PAGE : size;
  }
}

const literal = (value: ValueNode | undefined): number => (value?.kind === Kind.INT ? Number(value.value) : MAX_PAGE);
