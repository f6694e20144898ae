import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { citationFaults, readContract, sectionsOf } from '../support/contract.js';

const CITING = /\.(ts|mjs|cjs|md|sql|css|py)$/;
const THIS = 'contract-citations.spec.ts'; // its examples are wrong on purpose

const contract = readContract();

/** Every file of the project that may cite the contract; the contract pages themselves are left out. */
function citingFiles(): string[] {
  const below = ['src', 'test', 'bench', 'docs'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
  );
  return [...below, 'README.md'].filter(
    (file) => CITING.test(file) && path.basename(file) !== THIS && !file.startsWith(path.join('docs', 'contract')),
  );
}

const faultsIn = (text: string) => citationFaults(text, contract).map((fault) => `${fault.line}: ${fault.text}`);

describe('every citation of the contract', () => {
  it('leads to a section of a page, in the spelling of docs/contract/README.md', () => {
    const files = citingFiles();
    const faults = files.flatMap((file) =>
      citationFaults(readFileSync(file, 'utf8'), contract).map(({ line, text }) => `${file}:${line}: ${text}`),
    );

    expect(files.length).toBeGreaterThan(1000);
    expect(faults).toEqual([]);
  });

  it.each([
    'Names (contract: core §2 Paths, §15.3).',
    'Contract: git §3.3 step 4; the head moved.',
    'Order (contract: conventions §1 steps 8 and 9, §6.1 step 4, triggers §3.5).',
    '/**\n * Reachable (contract:\n * registry §7 Live).\n */',
    'Tables (contract: core §5 to §7).',
    'The provider (contract: oauth).',
    'Loopback (contract: oauth §3, RFC 8252 §7.3).',
    'The left half (OpenID Connect Core, §3.1.3.6).',
    'A class-validator takes any text, since the contract does.',
  ])('is accepted as %j', (text) => {
    expect(faultsIn(text)).toEqual([]);
  });

  it.each([
    ['(contract: git §3.99)', '1: git has no §3.99'],
    ['one\n * two (contract: git §1, §44)', '2: git has no §44'],
    ['(contract: git §1, registry §44)', '1: registry has no §44'],
    ['(contract: core §5 to §77)', '1: core has no §5 to §77'],
    ['(contract: git §3.3 step 9)', '1: git has no §3.3 step 9'],
    ['(contract: conventions §1 steps 8 and 99)', '1: conventions has no §1 steps 8 and 99'],
    ['(contract: registry §4 Rental)', '1: registry has no §4 Rental'],
    ['(contract: storage §1)', '1: there is no page "storage"'],
    ['(contract: OAuth)', '1: names no page and section'],
    ['(contract: §4)', '1: names no page and section', '1: "§4)" is of no page'],
    ['(contract: git 3.3)', '1: names no page and section'],
    ['(contract: git page 3)', '1: names no page and section'],
    ['(contract §4.3)', '1: "§4.3)" is of no page'],
    ['(conventions §5)', '1: "§5)" is of no page'],
    ['by the rules of section 4', '1: "section 4" is of no page'],
  ])('is refused as %j', (text, ...faults) => {
    expect(faultsIn(text)).toEqual(faults);
  });
});

describe('sectionsOf', () => {
  it('finds headings, items, table rows and numbers in a sentence, and nothing below a heading without a number', () => {
    const page =
      '# Page\n1. none\n## 1. One\n1. item\n### 1.2 Two\n| 3 | row |\nSteps: (1) a; (2) b\n# End\n7. none\n## A1. Last';

    expect([...sectionsOf(page).keys()]).toEqual(['1', '1.1', '1.2', '1.2.3', '1.2.1', '1.2.2', 'A1']);
  });
});
