import eslint from '@eslint/js';
import prettier from 'eslint-config-prettier';
import jest from 'eslint-plugin-jest';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '**/data/**', '**/*.mjs', '**/*.cjs', '**/test-output/**'] },
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: { project: '.config/tsconfig.check.json', tsconfigRootDir: import.meta.dirname + '/..' },
    },
    rules: {
      '@typescript-eslint/no-extraneous-class': 'off', // Nest modules are empty classes by design
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'separate-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off', // levels come as numbers from the database and the wire
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off', // Nest's options are classes by declaration only
      'max-depth': ['error', 3],
      'no-else-return': 'error',
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'MethodDefinition[kind="constructor"] > FunctionExpression[params.length>7]',
          message: 'A class with more than seven dependencies does more than one thing: split it by what it does.',
        },
      ],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@nestjs/common',
              importNames: ['Param', 'Body', 'Query', 'Redirect', 'Ip', 'HostParam', 'Session'],
              message: 'The adapter does not fill what this reads: use the decorators of core/access or core/web.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['test/**/*.ts', '**/*.spec.ts', 'bench/**/*.ts'],
    plugins: { jest },
    languageOptions: { globals: jest.environments.globals.globals },
    rules: {
      ...jest.configs['flat/recommended'].rules,
      // Tests are ES modules: the types know a global `jest`, Node.js does not.
      'no-restricted-globals': ['error', { name: 'jest', message: "Import it from '@jest/globals'." }],
      'jest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*'] }],
      'jest/no-conditional-expect': 'off', // tables of cases branch on what a row expects
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off', // bodies of answers are checked by the assertions themselves
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  prettier,
);
