/** What `npm test -- --help` prints, without installing anything. Runs on plain Node ≥ 20. */
export const HELP = `npm test [-- PART…]          the short suite, or these parts of it:
                             static unit build size integration faults e2e
npm run test:deep [-- PART…] the longer tests, or these parts of them:
                             unit sbom build integration faults e2e bench speed
npm run verify [-- PART…]    what needs neither a database nor a browser: static unit build size
npm run check                types, lint, format and related tests of the files that changed: static related
npm test -- --help           this text

One test: npx vitest run tests/unit/rules/settle.test.ts -t 'a draw for both directions'
docs/TESTING.md describes the parts.`
