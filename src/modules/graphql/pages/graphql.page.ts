import { button, form, textArea } from '../../../platform/views/forms.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { layout } from '../../../platform/views/layout.js';
import type { Frame } from '../../../platform/views/layout.js';

export const GRAPHQL_PAGE = '/-/graphql';
export const EXAMPLE = `query {
  currentUser { username name }
  projects(membership: true, first: 5) { nodes { fullPath containerRepositoriesCount } }
}`;
const QUERY_ROWS = 14;

export interface GraphqlPageFacts {
  readonly frame: Frame;
  readonly query: string;
  readonly variables: string;
  /** Error in the variables. */
  readonly errors?: readonly string[];
  /** The endpoint's answer as JSON text. */
  readonly result?: string;
  /** The schema in the schema language. */
  readonly schema: string;
}

/** A form for a document, its answer, and the schema for reference; works without scripts. */
export const graphqlPage = ({ frame, query, variables, errors = [], result, schema }: GraphqlPageFacts): Safe =>
  layout(
    { title: 'GraphQL', frame },
    html`<h1>GraphQL</h1>
      <div class="card">
        ${form({ action: GRAPHQL_PAGE, csrfToken: frame.csrfToken }, [
          textArea({ name: 'query', label: 'Query or mutation', value: query, rows: QUERY_ROWS, required: true }),
          textArea({ name: 'variables', label: 'Variables', value: variables, errors, hint: 'A JSON object.' }),
          html`<div class="actions">${button('Run')}</div>`,
        ])}
      </div>
      ${
        result === undefined
          ? NOTHING
          : html`<section class="card" aria-label="Answer">
              <h2>Answer</h2>
              <pre id="answer">${result}</pre>
            </section>`
      }
      <details class="card">
        <summary>Schema</summary>
        <pre>${schema}</pre>
      </details>`,
  );
