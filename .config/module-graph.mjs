// Reads what the source says of itself, without running it: its files with their imports, its Nest modules, and which
// class each of them provides. `draw-modules.mjs` writes that down, `check-modules.mjs` refuses what is not declared.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const SOURCE = 'src';

/** Every file by its path below `src`, with what it imports of ours, its classes and its constants. */
function readFiles() {
  const paths = readdirSync(SOURCE, { recursive: true })
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts') && !name.endsWith('.d.ts'));
  return new Map(paths.map((name) => [name, readFile(name)]));
}

function readFile(name) {
  const text = readFileSync(path.join(SOURCE, name), 'utf8');
  const tree = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const file = { path: name, imports: [], classes: new Map(), constants: new Map() };
  for (const statement of tree.statements) {
    if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) {
      file.imports.push(...namesOf(statement, name));
    } else if (ts.isClassDeclaration(statement) && statement.name) {
      file.classes.set(statement.name.text, statement);
    } else if (ts.isVariableStatement(statement)) {
      for (const { name: constant, initializer } of statement.declarationList.declarations) {
        if (ts.isIdentifier(constant) && initializer) {
          file.constants.set(constant.text, initializer);
        }
      }
    }
  }
  return file;
}

function namesOf(statement, name) {
  const specifier = statement.moduleSpecifier?.text;
  if (!specifier?.startsWith('.')) {
    return [];
  }
  const from = path.posix.join(path.posix.dirname(name), specifier).replace(/\.js$/, '.ts');
  const bindings = statement.importClause?.namedBindings ?? statement.exportClause;
  const elements = bindings?.elements ?? [];
  return elements.length === 0
    ? [{ name: '*', imported: '*', from }]
    : elements.map((element) => ({
        name: element.name.text,
        imported: (element.propertyName ?? element.name).text,
        from,
      }));
}

/** The file and the name under which it declares what is called `name` here; undefined for what is not ours. */
function declarationOf(files, file, name) {
  if (file.classes.has(name) || file.constants.has(name)) {
    return { file, name };
  }
  const found = file.imports.find((one) => one.name === name);
  const source = found && files.get(found.from);
  return source && declarationOf(files, source, found.imported);
}

/** Every class with `@Module`, by its name. */
function readModules(files) {
  const modules = new Map();
  for (const file of files.values()) {
    for (const [name, declaration] of file.classes) {
      const decorators = ts.getDecorators(declaration) ?? [];
      const called = decorators.map(({ expression }) => expression).filter(ts.isCallExpression);
      const decorator = called.find(({ expression }) => expression.getText() === 'Module');
      if (decorator && modules.has(name)) {
        throw new Error(`Two modules are called ${name}.`);
      }
      if (decorator) {
        const isGlobal = called.some(({ expression }) => expression.getText() === 'Global');
        modules.set(name, readModule(files, file, name, declaration, decorator, isGlobal));
      }
    }
  }
  return modules;
}

function readModule(files, file, name, declaration, decorator, isGlobal) {
  const literals = [decorator.arguments[0], ...returned(declaration)].filter(
    (one) => one && ts.isObjectLiteralExpression(one),
  );
  const entries = (key) =>
    literals.flatMap((literal) => {
      const property = literal.properties.find((one) => one.name?.getText() === key);
      return property ? elementsOf(files, file, property.initializer ?? property.name) : [];
    });
  return {
    name,
    file: file.path,
    folder: path.posix.dirname(file.path),
    purpose: purposeOf(declaration),
    isGlobal,
    imports: entries('imports').flatMap(moduleNames),
    exports: entries('exports').map(({ node, file: at, isSpread }) => ({ ...named(files, at, node), isSpread })),
    controllers: entries('controllers').map(({ node, file: at }) => providerOf(files, at, node)),
    providers: entries('providers').map(({ node, file: at }) => providerOf(files, at, node)),
  };
}

/** What the doc comment of a class says, in one line; empty where there is none. */
function purposeOf(declaration) {
  const [comment] = ts.getJSDocCommentsAndTags(declaration).filter(ts.isJSDoc);
  const text = comment ? (ts.getTextOfJSDocComment(comment.comment) ?? '') : '';
  return text.replaceAll(/\{@link (\w+)\}/g, '`$1`').replaceAll(/\s+/g, ' ');
}

/** What the static methods of a dynamic module answer. */
function returned(declaration) {
  return declaration.members
    .filter((member) => ts.isMethodDeclaration(member) && member.body)
    .flatMap(({ body }) => body.statements.filter(ts.isReturnStatement).map(({ expression }) => expression));
}

/** The elements of an array, those of other arrays that it spreads among them. */
function elementsOf(files, file, node) {
  if (ts.isArrayLiteralExpression(node)) {
    return node.elements.flatMap((element) =>
      ts.isSpreadElement(element)
        ? elementsOf(files, file, element.expression).map((one) => ({ ...one, isSpread: true }))
        : [{ node: element, file }],
    );
  }
  if (ts.isAsExpression(node)) {
    return elementsOf(files, file, node.expression); // `[…] as const`
  }
  if (ts.isIdentifier(node)) {
    const found = declarationOf(files, file, node.text);
    const constant = found?.file.constants.get(found.name);
    return constant ? elementsOf(files, found.file, constant) : [];
  }
  return [];
}

/** `ConfigModule` of `ConfigModule.with(env)`; what is not ours is left out by those who ask. */
function moduleNames({ node }) {
  const text = node.getText();
  return /^\w+Module\b/.test(text) ? [text.match(/^\w+/)[0]] : [];
}

/** A class as `{ name, file }`; what is not a class of ours has no file. */
function named(files, file, node) {
  const found = ts.isIdentifier(node) ? declarationOf(files, file, node.text) : undefined;
  return { name: found?.name ?? node.getText(), file: found?.file.path };
}

/** A provider as the token that asks for it, and the class that is made for it, if one is. */
function providerOf(files, file, node) {
  if (!ts.isObjectLiteralExpression(node)) {
    const made = named(files, file, node);
    return { token: made, made };
  }
  const part = (key) => node.properties.find((one) => one.name?.getText() === key)?.initializer;
  const made = part('useClass');
  return { token: named(files, file, part('provide')), made: made && named(files, file, made) };
}

/**
 * What a file takes from others of ours, as `{ from, imported }`. A class whose constructor is inherited needs what its
 * base needs, so what the files of base classes take counts as well.
 */
function takenBy(files, file) {
  const inherited = [...file.classes.values()]
    .filter((declaration) => !declaration.members.some(ts.isConstructorDeclaration))
    .map((declaration) => declaration.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword))
    .map((clause) => clause?.types[0].expression)
    .filter((base) => base && ts.isIdentifier(base) && !file.classes.has(base.text))
    .map((base) => declarationOf(files, file, base.text)?.file)
    .filter(Boolean);
  return [...file.imports, ...inherited.flatMap((base) => takenBy(files, base))];
}

/**
 * The modules of the service, and what their files take from each other. A module is `{ name, folder, isGlobal, imports,
 * exports, controllers, providers }`: imports by name, the others as `{ name, file }`.
 */
export class ModuleGraph {
  constructor() {
    this.files = readFiles();
    this.byName = readModules(this.files);
    this.modules = [...this.byName.values()].filter(({ folder }) => folder !== '.');
    this.byFolder = new Map(this.modules.map((module) => [module.folder, module]));
    this.taken = [...this.files.values()]
      .filter(({ path: file }) => !file.endsWith('.module.ts'))
      .flatMap((file) => takenBy(this.files, file).map((one) => ({ ...one, file: file.path })));
    this.uses = this.findUses();
  }

  named(name) {
    return this.byName.get(name);
  }

  /** The module of a file is the nearest one above it; plain code of `common` and `platform` has none. */
  moduleOf(file) {
    for (let folder = path.posix.dirname(file); folder !== '.'; folder = path.posix.dirname(folder)) {
      const module = this.byFolder.get(folder);
      if (module) {
        return module;
      }
    }
    return undefined;
  }

  /** The module of `modules/registry` for each of its sub-modules. */
  featureOf(module) {
    return this.byFolder.get(topOf(module.folder)) ?? module;
  }

  importsOf(module) {
    return module.imports.map((name) => this.byName.get(name)).filter(Boolean);
  }

  /** A module and those that it exports again. */
  seenThrough(module) {
    const again = module.exports.map(({ name }) => this.byName.get(name)).filter(Boolean);
    return new Set([module, ...again.flatMap((one) => [...this.seenThrough(one)])]);
  }

  /** The modules whose exports the providers of a module may take. */
  visibleTo(module) {
    return new Set(this.importsOf(module).flatMap((imported) => [...this.seenThrough(imported)]));
  }

  /** Every module that a module imports, directly or through others. */
  reachedFrom(module) {
    const reached = new Set();
    const pending = [module];
    for (let one = pending.pop(); one; one = pending.pop()) {
      const next = this.importsOf(one).filter((imported) => !reached.has(imported));
      next.forEach((imported) => reached.add(imported));
      pending.push(...next);
    }
    return reached;
  }

  /** Whether another module takes this export; entry points take what they need from the whole program. */
  isTakenOutside(module, name, file) {
    return this.taken.some((one) => one.imported === name && one.from === file && this.moduleOf(one.file) !== module);
  }

  /** Whether what a module exports again is used by those who import it. */
  isUsedOutside(exported, module) {
    return this.uses.some(
      (use) => use.provider === exported && use.module && !isWithin(use.module.folder, module.folder),
    );
  }

  /** Each time that a file takes a provider of another module. Nobody injects a controller: its rules are plain code. */
  findUses() {
    const providers = new Map();
    for (const module of this.modules) {
      const own = module.providers.flatMap(({ made, token }) => (made ? [made, token] : [token]));
      [...own, ...module.exports]
        .filter(({ file }) => file && (this.moduleOf(file) ?? module) === module)
        .forEach(({ name, file }) => providers.set(`${file} ${name}`, module));
    }
    return this.taken.flatMap(({ file, from, imported }) => {
      const provider = providers.get(`${from} ${imported}`);
      const module = this.moduleOf(file);
      return provider && provider !== module ? [{ file, module, provider, name: imported }] : [];
    });
  }
}

const topOf = (folder) => folder.split('/').slice(0, 2).join('/');
const isWithin = (folder, parent) => folder === parent || folder.startsWith(`${parent}/`);
