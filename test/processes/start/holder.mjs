// Opens the database of a data directory in a process of its own, says so in one line of JSON, and stays until its
// standard input ends: then it closes the database properly, unless it was killed before.
import { once } from 'node:events';
import { EmbeddedDatabase } from '../../../dist/platform/database/embedded/embedded-database.js';

const { uid, ...options } = JSON.parse(process.argv[2]);

if (uid !== undefined) {
  process.setgroups([]);
  process.setgid(uid);
  process.setuid(uid);
}

try {
  const database = await EmbeddedDatabase.open({ settings: { fsync: 'off' }, ...options });
  console.log(JSON.stringify({ connection: database.connection }));
  process.stdin.resume();
  await once(process.stdin, 'end');
  await database.close();
} catch (error) {
  console.log(JSON.stringify({ refusal: error.message }));
}
