// The measure: node:http and pg, the same statements, the same token look-up, nothing else.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import sql from 'sql-template-tag';
import { PROJECT_JOINS, projectColumns } from '../dist/core/projects/project.columns.js';
import { installColumnParsers } from '../dist/platform/database/column-parsers.js';
import { selectList } from '../dist/platform/database/typed-sql.js';

installColumnParsers();
const { connection, port } = JSON.parse(process.argv[2]);
const pool = new pg.Pool({ ...connection, max: 10, options: '-c TimeZone=UTC' });

const order = sql`order by p.created_at desc, p.id desc`;
const page = sql`select p.* from projects p where (not p.pending_delete) ${order} limit 21`;
const list = sql`select ${selectList(projectColumns(1))} from (${page}) p ${PROJECT_JOINS} ${order}`;
const count = sql`select count(*) as total from (select 1 from projects p where (not p.pending_delete) limit ${10_001}) counted`;
const holder = `select u.id, u.is_admin, u.state, t.scopes, t.expires_at, t.revoked_at
  from access_tokens t join users u on u.id = t.user_id where t.digest = $1`;

createServer(async (request, response) => {
  const digest = createHash('sha256')
    .update(request.headers['private-token'] ?? '')
    .digest();
  const { rows: holders } = await pool.query({ name: 'holder', text: holder, values: [digest] });
  if (holders.length === 0) {
    response.writeHead(401).end();
    return;
  }
  const [{ rows }, { rows: totals }] = await Promise.all([
    pool.query({ name: 'list', text: list.text, values: list.values }),
    pool.query({ name: 'count', text: count.text, values: count.values }),
  ]);
  const body = JSON.stringify(rows.slice(0, 20));
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'X-Total': String(totals[0].total),
  });
  response.end(body);
}).listen(port, '127.0.0.1', () => process.send?.('up'));
