/** `npm run docs`: writes every page of docs/ that is generated from the contract. */
import { writeFileSync } from 'node:fs'
import { apiPage } from './api-page.ts'
import { asyncApiText } from './async-api.ts'
import { errorPage } from './error-page.ts'

/** The generators by file name in docs/. A test checks that each page is up to date. */
export const GENERATED_DOCS: Record<string, () => string> = {
  'ERRORS.md': errorPage,
  'API.md': apiPage,
  'asyncapi.json': asyncApiText,
}

if (import.meta.main) {
  for (const [name, make] of Object.entries(GENERATED_DOCS)) {
    writeFileSync(new URL(`../docs/${name}`, import.meta.url), make())
  }
}
