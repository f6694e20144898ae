import { Injectable, Logger } from '@nestjs/common';
import { execute, getOperationAST, GraphQLError, OperationTypeNode, parse, validate } from 'graphql';
import type { DocumentNode, ExecutionResult, FormattedExecutionResult, OperationDefinitionNode } from 'graphql';
import { graphqlError } from '../../../core/graphql/graphql-errors.js';
import type { GraphqlErrorCode } from '../../../core/graphql/graphql-errors.js';
import type { GraphqlContext } from '../../../core/graphql/graphql-context.js';
import { DeadlinePassed, withDeadline } from '../limits/deadline.js';
import { DocumentCost } from '../limits/document-cost.js';
import type { Cost } from '../limits/document-cost.js';
import { MAX_DEPTH, MAX_VALUES, refuseLargeText, tooComplex } from '../limits/document-limits.js';
import { SchemaService } from '../schema/schema.service.js';
import { PersistedQueries } from './persisted-queries.js';
import { isUnexpected, presentError, TOO_SLOW } from './present-error.js';
import type { GraphqlRequest } from './read-requests.js';

const MAX_COMPLEXITY = { anonymous: 200, signedIn: 250 } as const;
const MAX_MILLISECONDS = 30_000;

/** Who waits for an answer. */
interface Reader {
  readonly destroyed: boolean;
}

/** What a document costs, and may cost. */
type LimitedCost = Cost & { readonly limit: number };

/** A document that keeps to the limits. */
interface CheckedDocument {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly cost: LimitedCost;
}

/** A document with what is wrong with it. */
interface RefusedDocument {
  readonly errors: readonly GraphQLError[];
  readonly cost: LimitedCost;
}

/** Answers documents: limits first, then the rules of the language, then what they ask for (contract: scim-graphql §B1). */
@Injectable()
export class DocumentsService {
  private readonly logger = new Logger('graphql');

  constructor(
    private readonly schemas: SchemaService,
    private readonly persisted: PersistedQueries,
  ) {}

  /**
   * The answer, be the document refused or run. `reader` tells whether anybody still waits for it; `onChange` is called
   * before a mutation runs.
   */
  async answer(
    request: GraphqlRequest,
    context: GraphqlContext,
    reader: Reader,
    onChange?: () => Promise<void>,
  ): Promise<FormattedExecutionResult> {
    const checked = this.check(request, context);
    const extensions = { cost: checked.cost };
    if ('errors' in checked) {
      return { errors: checked.errors.map(presentError), extensions };
    }
    if (checked.operation.operation === OperationTypeNode.MUTATION) {
      await onChange?.();
    }
    return { ...(await this.run(checked, request, context, reader)), extensions };
  }

  private check(request: GraphqlRequest, { caller }: GraphqlContext): CheckedDocument | RefusedDocument {
    const limit = caller.isAnonymous ? MAX_COMPLEXITY.anonymous : MAX_COMPLEXITY.signedIn;
    let cost = { complexity: 0, depth: 0, limit };
    try {
      const document = parsed(this.persisted.textOf(request));
      const operation = operationIn(document, request.operationName);
      const costs = new DocumentCost(this.schemas.schema, document, request.variables);
      cost = { ...costs.of(operation), limit };
      refuseCostly(costs.largest(), limit);
      const errors = validate(this.schemas.schema, document);
      return errors.length > 0
        ? { errors: errors.map((error) => withCode(error, 'GRAPHQL_VALIDATION_FAILED')), cost }
        : { document, operation, cost };
    } catch (error) {
      if (error instanceof GraphQLError) {
        return { errors: [error], cost };
      }
      throw error;
    }
  }

  private async run(
    { document, operation }: CheckedDocument,
    { variables, operationName }: GraphqlRequest,
    context: GraphqlContext,
    reader: Reader,
  ): Promise<FormattedExecutionResult> {
    const work = async (): Promise<ExecutionResult> =>
      execute({
        schema: this.schemas.schema,
        document,
        variableValues: variables,
        operationName,
        contextValue: context,
      });
    const isRead = operation.operation === OperationTypeNode.QUERY;
    const result = await (isRead ? withDeadline(MAX_MILLISECONDS, reader, work) : work()).catch(answerForDelay);
    if (!reader.destroyed) {
      this.log(result.errors ?? []); // else the errors are those of statements that were ended
    }
    return {
      ...(result.data === undefined ? {} : { data: result.data }),
      ...(result.errors ? { errors: result.errors.map(presentError) } : {}),
    };
  }

  private log(errors: readonly GraphQLError[]): void {
    errors.filter(isUnexpected).forEach(({ originalError, path }) => {
      this.logger.error({ path: path?.join('.'), error: originalError?.message, stack: originalError?.stack });
    });
  }
}

function operationIn(document: DocumentNode, name: string | undefined): OperationDefinitionNode {
  const operation = getOperationAST(document, name);
  if (!operation) {
    throw graphqlError('GRAPHQL_VALIDATION_FAILED', 'The document has no such operation, or several without a name');
  }
  return operation;
}

function parsed(text: string): DocumentNode {
  try {
    refuseLargeText(text);
    return parse(text);
  } catch (error) {
    throw error instanceof GraphQLError && error.extensions.code === undefined
      ? withCode(error, 'GRAPHQL_PARSE_FAILED')
      : error;
  }
}

/** Throws COMPLEXITY_EXCEEDED. */
function refuseCostly({ complexity, depth, values }: Cost & { readonly values: number }, limit: number): void {
  if (depth > MAX_DEPTH) {
    throw tooComplex(`The query is nested deeper than ${MAX_DEPTH} fields`);
  }
  if (complexity > limit) {
    throw tooComplex(`The query has a complexity of ${complexity}, the limit is ${limit}`);
  }
  if (values > MAX_VALUES) {
    throw tooComplex(`The pages of the query ask for ${values} values, the limit is ${MAX_VALUES}`);
  }
}

const withCode = ({ message, nodes, source, positions }: GraphQLError, code: GraphqlErrorCode): GraphQLError =>
  new GraphQLError(message, { nodes, source, positions, extensions: { code } });

function answerForDelay(error: unknown): ExecutionResult {
  if (error instanceof DeadlinePassed) {
    return { data: null, errors: [graphqlError('INTERNAL_SERVER_ERROR', TOO_SLOW)] };
  }
  throw error;
}
