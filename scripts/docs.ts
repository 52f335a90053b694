/** `npm run docs`: writes every page that is generated from the contract, the settings or the code. */
import { writeFileSync } from 'node:fs'
import { apiPage } from './api-page.ts'
import { asyncApiText } from './async-api.ts'
import { errorPage } from './error-page.ts'
import { grantsPage } from './grants-page.ts'
import { quoteVectorsText } from './quote-vectors.ts'
import { settingsFile } from './settings-file.ts'
import { walksPage } from './walks-page.ts'

/** The generators by path. A test checks that each page is up to date. */
export const GENERATED_DOCS: Record<string, () => string> = {
  'docs/ERRORS.md': errorPage,
  'docs/API.md': apiPage,
  'docs/GRANTS.md': grantsPage,
  'docs/WALKS.md': walksPage,
  'docs/asyncapi.json': asyncApiText,
  'docs/quote-vectors.json': quoteVectorsText,
  '.env.example': settingsFile,
}

if (import.meta.main) {
  for (const [name, make] of Object.entries(GENERATED_DOCS)) {
    writeFileSync(new URL(`../${name}`, import.meta.url), make())
  }
}
