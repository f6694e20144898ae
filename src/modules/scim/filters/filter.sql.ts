import sql, { join } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { invalidFilter } from './invalid-filter.js';
import type { Comparison, ComparisonOperator, FilterValue, ScimFilter } from './scim-filter.js';

type AttributeType = 'exact text' | 'text' | 'boolean' | 'time';
interface Attribute {
  readonly sql: Sql;
  readonly type: AttributeType;
}
type Attributes = Readonly<Record<string, Attribute>>;

const text = (value: Sql): Attribute => ({ sql: value, type: 'text' });

/** Columns of `scim_identities i`; userName, addresses and names ignore case (contract: scim-graphql §A4). */
const USER: Attributes = {
  id: { sql: sql`i.uuid::text`, type: 'exact text' },
  externalid: { sql: sql`i.external_id`, type: 'exact text' },
  username: text(sql`i.user_name`),
  displayname: text(sql`i.display_name`),
  'name.formatted': text(
    sql`coalesce(i.formatted_name, nullif(concat_ws(' ', nullif(i.given_name, ''), nullif(i.family_name, '')), ''))`,
  ),
  'name.givenname': text(sql`i.given_name`),
  'name.familyname': text(sql`i.family_name`),
  active: { sql: sql`i.active`, type: 'boolean' },
  'meta.resourcetype': { sql: sql`'User'::text`, type: 'exact text' },
  'meta.created': { sql: sql`i.created_at`, type: 'time' },
  'meta.lastmodified': { sql: sql`i.updated_at`, type: 'time' },
  'meta.version': { sql: sql`('W/"' || i.version || '"')`, type: 'exact text' },
};

/** The same columns, and those derived from the URL of the group. */
const userOf = (groupUrl: string): Attributes => ({
  ...USER,
  'meta.location': { sql: sql`(${`${groupUrl}/Users/`}::text || i.uuid)`, type: 'exact text' },
});

/** Columns of one of the emails, `e.email`. */
const EMAIL: Attributes = {
  value: text(sql`e.email ->> 'value'`),
  type: text(sql`e.email ->> 'type'`),
  primary: { sql: sql`(e.email ->> 'primary')::boolean`, type: 'boolean' },
};

const LIST = 'emails';

/**
 * Turns a filter of a group's users into a condition for `scim_identities i`; values are bound. Throws 400
 * invalidFilter.
 */
export const filterSql = (filter: ScimFilter, groupUrl: string): Sql => conditionOf(filter, userOf(groupUrl));

function conditionOf(filter: ScimFilter, attributes: Attributes): Sql {
  switch (filter.kind) {
    case 'and':
      return sql`(${conditionOf(filter.left, attributes)} and ${conditionOf(filter.right, attributes)})`;
    case 'or':
      return sql`(${conditionOf(filter.left, attributes)} or ${conditionOf(filter.right, attributes)})`;
    case 'not':
      return sql`not coalesce(${conditionOf(filter.filter, attributes)}, false)`;
    case 'element':
      return elementSql(filter.path, filter.filter, attributes);
    default:
      return leafSql(filter, attributes);
  }
}

function leafSql(leaf: Extract<ScimFilter, { readonly path: string }>, attributes: Attributes): Sql {
  const [first, ...parts] = leaf.path.split('.');
  if (attributes !== EMAIL && first === LIST) {
    return elementSql(LIST, { ...leaf, path: parts.length === 0 ? 'value' : parts.join('.') }, attributes);
  }
  const attribute = Object.hasOwn(attributes, leaf.path) ? attributes[leaf.path] : undefined;
  if (!attribute) {
    const anyPart = leaf.kind === 'presence' ? anyPartSql(leaf.path, attributes) : null;
    if (anyPart) {
      return anyPart;
    }
    throw invalidFilter('The filter names an unknown attribute.');
  }
  return leaf.kind === 'comparison' ? comparisonSql(leaf, attribute) : presentSql(attribute);
}

/** An empty text counts as no value (RFC 7644 3.4.2.2). */
const presentSql = ({ sql: value, type }: Attribute): Sql =>
  type === 'text' || type === 'exact text' ? sql`nullif(${value}, '') is not null` : sql`(${value}) is not null`;

/** A complex attribute is present when one of its parts is (RFC 7644 3.4.2.2). */
function anyPartSql(path: string, attributes: Attributes): Sql | null {
  const parts = Object.entries(attributes).filter(([name]) => name.startsWith(`${path}.`));
  return parts.length > 0
    ? sql`(${join(
        parts.map(([, part]) => presentSql(part)),
        ' or ',
      )})`
    : null;
}

function elementSql(path: string, filter: ScimFilter, attributes: Attributes): Sql {
  if (attributes === EMAIL || path !== LIST) {
    throw invalidFilter('The filter looks into an attribute that is no list.');
  }
  return sql`exists (
    select 1 from jsonb_array_elements(i.emails) e(email) where ${conditionOf(filter, EMAIL)})`;
}

function comparisonSql({ operator, value }: Comparison, { sql: left, type }: Attribute): Sql {
  if (value === null) {
    return presenceSql(left, operator);
  }
  switch (type) {
    case 'boolean':
      return booleanSql(left, operator, value);
    case 'time':
      return orderSql(left, operator, sql`${timeOf(value)}::timestamptz`);
    case 'text':
      return textSql(sql`lower(${left})`, operator, sql`lower(${textOf(value)}::text)`);
    case 'exact text':
      return textSql(left, operator, sql`${textOf(value)}::text`);
  }
}

function presenceSql(left: Sql, operator: ComparisonOperator): Sql {
  if (operator !== 'eq' && operator !== 'ne') {
    throw invalidFilter('null has no order.');
  }
  return operator === 'eq' ? sql`(${left}) is null` : sql`(${left}) is not null`;
}

function booleanSql(left: Sql, operator: ComparisonOperator, value: FilterValue): Sql {
  const wanted = String(value).toLowerCase();
  if ((operator !== 'eq' && operator !== 'ne') || (wanted !== 'true' && wanted !== 'false')) {
    throw invalidFilter('A boolean is compared with a boolean, by eq or ne.');
  }
  return orderSql(left, operator, sql`${wanted === 'true'}::boolean`);
}

function textSql(left: Sql, operator: ComparisonOperator, right: Sql): Sql {
  switch (operator) {
    case 'co':
      return sql`strpos(${left}, ${right}) > 0`;
    case 'sw':
      return sql`starts_with(${left}, ${right})`;
    case 'ew':
      return sql`right(${left}, nullif(length(${right}), 0)) = ${right}`;
    default:
      return orderSql(left, operator, right);
  }
}

function orderSql(left: Sql, operator: ComparisonOperator, right: Sql): Sql {
  switch (operator) {
    case 'eq':
      return sql`${left} = ${right}`;
    case 'ne':
      return sql`${left} is distinct from ${right}`;
    case 'gt':
      return sql`${left} > ${right}`;
    case 'ge':
      return sql`${left} >= ${right}`;
    case 'lt':
      return sql`${left} < ${right}`;
    case 'le':
      return sql`${left} <= ${right}`;
    default:
      throw invalidFilter('Only texts are compared in parts.');
  }
}

function textOf(value: FilterValue): string {
  if (typeof value !== 'string' || value.includes('\0')) {
    throw invalidFilter('A text is compared with a text.');
  }
  return value;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i;
/** In UTC; PostgreSQL accepts neither a year 0 nor one with a sign. */
const HAS_YEAR = /^(?!0000)\d{4}-/;

function timeOf(value: FilterValue): string {
  const time = typeof value === 'string' && TIME.test(value) ? new Date(value) : null;
  if (!time || Number.isNaN(time.getTime()) || !HAS_YEAR.test(time.toISOString())) {
    throw invalidFilter('A time is compared with a time.');
  }
  return time.toISOString();
}
