import { getNamedType, GraphQLObjectType, Kind } from 'graphql';
import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionNode,
  SelectionSetNode,
} from 'graphql';
import { MAX_ALIASES, tooComplex } from './document-limits.js';
import { PageSizes } from './page-sizes.js';
import type { Variables } from './page-sizes.js';

/** Cost of a document (contract: scim-graphql §B1). */
export interface Cost {
  readonly complexity: number;
  readonly depth: number;
}

interface FullCost extends Cost {
  /** Number of values in an answer with full pages: each field once per row. */
  readonly values: number;
}

const FREE: FullCost = { complexity: 0, depth: 0, values: 0 };
const INTROSPECTION = new Set(['__schema', '__type']);
/** Clients that read the whole schema need about half of it. */
const MAX_INTROSPECTED = 500;
/** Up to this number of rows, a connection costs as much as a single record. */
const ROWS_OF_ONE = 20;

type Parent = GraphQLObjectType | undefined;

/**
 * Adds up fields: 1 each, multiplied by the page size below a connection, where small pages count as one row in the
 * complexity. The values of an answer, which nested pages multiply, are therefore counted separately. Each fragment is
 * visited once. Throws COMPLEXITY_EXCEEDED for too many aliases of one field.
 */
export class DocumentCost {
  private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  private readonly known = new Map<string, FullCost>();
  private readonly pages: PageSizes;

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly document: DocumentNode,
    variables: Variables,
  ) {
    this.pages = new PageSizes(document, variables);
    this.fragments = new Map(
      document.definitions
        .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
        .map((fragment) => [fragment.name.value, fragment]),
    );
  }

  of(operation: OperationDefinitionNode): Cost {
    const { complexity, depth } = this.ofOperation(operation);
    return { complexity: Math.ceil(complexity), depth };
  }

  private ofOperation({ selectionSet, operation }: OperationDefinitionNode): FullCost {
    return this.ofSet(selectionSet, this.schema.getRootType(operation) ?? undefined);
  }

  /** Counts all operations and fragments, used or not: validation visits every one. */
  largest(): FullCost {
    const costs = this.document.definitions.map((definition) => {
      switch (definition.kind) {
        case Kind.OPERATION_DEFINITION:
          return this.ofOperation(definition);
        case Kind.FRAGMENT_DEFINITION:
          return definition.typeCondition.name.value.startsWith('__')
            ? this.ofIntrospection(definition.selectionSet)
            : this.ofFragment(definition.name.value);
        default:
          return FREE;
      }
    });
    return costs.reduce(
      (most, { complexity, depth, values }) => ({
        complexity: Math.max(most.complexity, Math.ceil(complexity)),
        depth: Math.max(most.depth, depth),
        values: Math.max(most.values, values),
      }),
      FREE,
    );
  }

  private ofSet({ selections }: SelectionSetNode, parent: Parent): FullCost {
    refuseManyAliases(this.fieldsOf(selections));
    let complexity = 0;
    let depth = 0;
    let values = 0;
    for (const selection of selections) {
      const cost = this.ofSelection(selection, parent);
      complexity += cost.complexity;
      depth = Math.max(depth, cost.depth);
      values += cost.values;
    }
    return { complexity, depth, values };
  }

  /** Fields of one record, including those of fragments; a fragment that is spread twice is visited once. */
  private fieldsOf(selections: readonly SelectionNode[], spread = new Set<string>()): FieldNode[] {
    return selections.flatMap((selection) => {
      switch (selection.kind) {
        case Kind.FIELD:
          return [selection];
        case Kind.INLINE_FRAGMENT:
          return this.fieldsOf(selection.selectionSet.selections, spread);
        case Kind.FRAGMENT_SPREAD: {
          const fragment = spread.has(selection.name.value) ? undefined : this.fragments.get(selection.name.value);
          spread.add(selection.name.value);
          return fragment ? this.fieldsOf(fragment.selectionSet.selections, spread) : [];
        }
      }
    });
  }

  private ofSelection(selection: SelectionNode, parent: Parent): FullCost {
    switch (selection.kind) {
      case Kind.FIELD:
        return this.ofField(selection, parent);
      case Kind.INLINE_FRAGMENT:
        return this.ofSet(
          selection.selectionSet,
          selection.typeCondition ? this.typeNamed(selection.typeCondition.name.value) : parent,
        );
      case Kind.FRAGMENT_SPREAD:
        return this.ofFragment(selection.name.value);
    }
  }

  private ofField(field: FieldNode, parent: Parent): FullCost {
    if (INTROSPECTION.has(field.name.value)) {
      return field.selectionSet ? this.ofIntrospection(field.selectionSet) : FREE;
    }
    const definition = parent?.getFields()[field.name.value];
    const type = definition && getNamedType(definition.type);
    const below = field.selectionSet
      ? this.ofSet(field.selectionSet, type instanceof GraphQLObjectType ? type : undefined)
      : FREE;
    const rows = type?.name.endsWith('Connection') ? this.pages.of(field) : 1;
    return {
      complexity: 1 + below.complexity * Math.max(1, rows / ROWS_OF_ONE),
      depth: 1 + below.depth,
      values: 1 + below.values * Math.max(1, rows),
    };
  }

  /** Free of cost, as long as validation can compare each field with all others. */
  private ofIntrospection(selectionSet: SelectionSetNode): FullCost {
    if (this.ofSet(selectionSet, undefined).complexity > MAX_INTROSPECTED) {
      throw tooComplex(`The introspection has more than ${MAX_INTROSPECTED} fields`);
    }
    return FREE;
  }

  private ofFragment(name: string): FullCost {
    const known = this.known.get(name);
    const fragment = this.fragments.get(name);
    if (known || !fragment) {
      return known ?? FREE;
    }
    this.known.set(name, FREE); // a recursive fragment ends here, and validation refuses it
    const cost = this.ofSet(fragment.selectionSet, this.typeNamed(fragment.typeCondition.name.value));
    this.known.set(name, cost);
    return cost;
  }

  private typeNamed(name: string): Parent {
    const type = this.schema.getType(name);
    return type instanceof GraphQLObjectType ? type : undefined;
  }
}

function refuseManyAliases(fields: readonly FieldNode[]): void {
  const aliases = new Map<string, number>();
  for (const { alias, name } of fields) {
    if (!alias) {
      continue;
    }
    const count = (aliases.get(name.value) ?? 0) + 1;
    aliases.set(name.value, count);
    if (count > MAX_ALIASES) {
      throw tooComplex(`The field ${name.value} has more than ${MAX_ALIASES} aliases`);
    }
  }
}
