import { createSocket } from 'node:dgram';
import type { Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addressesOf } from './name-lookup.js';
import type { NameSources } from './name-lookup.js';

const TYPE_A = 1;
const NO_SUCH_NAME = 3;

let server: Socket;
let directory: string;
let sources: NameSources;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'names-'));
  const hostsFile = path.join(directory, 'hosts');
  await writeFile(hostsFile, '# 192.0.2.1 good.example\n192.0.2.7 Other.example own.example # of the operator\n');
  server = createSocket('udp4', (question, { port, address }) => {
    const answer = answerTo(question);
    if (answer) {
      server.send(answer, port, address);
    }
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  sources = { hostsFile, servers: [`127.0.0.1:${server.address().port}`] };
});
afterAll(async () => {
  server.close();
  await rm(directory, { recursive: true });
});

/** `good.example` has an address of version 4, names below `silent.example` are never answered, there are no others. */
function answerTo(question: Buffer): Buffer | null {
  const text = question.toString('latin1');
  if (text.includes('silent')) {
    return null;
  }
  const isGood = text.includes('good');
  const end = question.indexOf(0, 12) + 5; // the name, its type and class
  const isAnswered = isGood && question.readUInt16BE(end - 4) === TYPE_A;
  const head = Buffer.from(question.subarray(0, end));
  head.writeUInt16BE(0x8180 | (isGood ? 0 : NO_SUCH_NAME), 2);
  head.writeUInt16BE(isAnswered ? 1 : 0, 6);
  head.writeUInt32BE(0, 8);
  const record = Buffer.from([0xc0, 12, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4, 203, 0, 113, 9]);
  return isAnswered ? Buffer.concat([head, record]) : head;
}

describe('addressesOf', () => {
  it('answers what the servers say', async () => {
    expect(await addressesOf('good.example', sources)).toEqual(['203.0.113.9']);
  });

  it('answers what the hosts file says, without asking', async () => {
    expect(await addressesOf('own.example', sources)).toEqual(['192.0.2.7']);
  });

  it('answers an address as it is', async () => {
    expect(await addressesOf('2001:db8::1', sources)).toEqual(['2001:db8::1']);
  });

  it('asks the system for a name that the servers do not know', async () => {
    expect(await addressesOf('localhost', sources)).toContain('127.0.0.1');
  });

  it('has the system look up one name at a time', async () => {
    const asked: string[] = [];
    let end: () => void = () => undefined;
    const first = new Promise<readonly string[]>((resolve) => {
      end = () => {
        resolve([]);
      };
    });
    const askSystem = (name: string) => {
      asked.push(name);
      return asked.length === 1 ? first : Promise.resolve(['192.0.2.9']);
    };
    const find = (name: string) => addressesOf(name, { ...sources, askSystem });

    const found = await Promise.all(['1.none.example', '2.none.example', '3.none.example'].map(find));
    expect([asked.length, found]).toEqual([1, [[], [], []]]);
    end();
    expect(await find('4.none.example')).toEqual(['192.0.2.9']);
  });

  it('answers none for names whose servers are silent, and delays no other name', async () => {
    let givenUp = 0;
    const silent = Array.from({ length: 20 }, async (_, index) => {
      const found = await addressesOf(`${index}.silent.example`, sources);
      givenUp += 1;
      return found;
    });

    expect(await addressesOf('good.example', sources)).toEqual(['203.0.113.9']);
    expect(givenUp).toBe(0);
    expect((await Promise.all(silent)).flat()).toEqual([]);
  });
});
