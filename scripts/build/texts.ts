/**
 * Provides the table of all texts as a module. The first texts of a language are one file, which also knows the files
 * of its other namespaces, so that the first load names the files of one language only.
 */
import { readdirSync } from 'node:fs'
import type { Plugin } from 'vite'
import { START_TEXTS } from '../../src/i18n/start-texts.ts'

const TABLE = 'virtual:texts'
const START = 'virtual:start-texts/'
/** Texts of the page before it runs and of the manifest, and of mail. The server and a script read them. */
const OUTSIDE: ReadonlySet<string> = new Set(['preview', 'outlet'])
const isStart = (namespace: string): boolean => START_TEXTS.some((start) => start === namespace)

/** The language whose first texts the module contains; null when it is another module. */
export const startLanguage = (id: string | null): string | null =>
  id?.startsWith(`\0${START}`) === true ? id.slice(START.length + 1) : null

function startModule(folder: string, language: string): string {
  const imports = START_TEXTS.map(
    (name) => `import ${name} from '${folder}/${language}/${name}.json'`,
  )
  const later = readdirSync(`${folder}/${language}`)
    .map((file) => file.replace('.json', ''))
    .filter((namespace) => !isStart(namespace) && !OUTSIDE.has(namespace))
    .map((name) => `'${name}': () => import('${folder}/${language}/${name}.json')`)
  return `${imports.join('\n')}\nexport default { ${START_TEXTS.join(', ')} }
export const later = {${later.join(',\n')}}`
}

function tableModule(folder: string): string {
  const languages = readdirSync(folder)
  const start = languages.map((language) => `'${language}': () => import('${START}${language}')`)
  return `export const startTexts = {${start.join(',\n')}}`
}

const MODULE = /\/src\/.*\.tsx?$/
const NAMED = /\buseTranslation\(\s*(\[[^\]]*\]|(["'])\w+\2)/g

/** The namespaces that a module names and that are not among the first texts. */
const namedIn = (code: string): Set<string> =>
  new Set(
    [...code.matchAll(NAMED)]
      .flatMap(([, names = '']) => names.match(/\w+/g) ?? [])
      .filter((name) => !isStart(name)),
  )

/** Code that loads later says which texts it needs, so that they are loaded with it (src/lib/needed-texts.ts). */
export function neededTexts(): Plugin {
  return {
    name: 'fairtick:needed-texts',
    enforce: 'pre',
    transform: {
      filter: { id: MODULE },
      handler: (code) => {
        const names = namedIn(code)
        if (names.size === 0) return null
        const call = `needTexts(${[...names].map((name) => `'${name}'`).join(', ')})`
        return {
          code: `import { needTexts } from '#lib/needed-texts.ts'\n${code}\n${call}`,
          map: null,
        }
      },
    },
  }
}

export function texts(root: string): Plugin {
  const folder = `${root}/locales`
  return {
    name: 'fairtick:texts',
    resolveId: (id) => (id === TABLE || id.startsWith(START) ? `\0${id}` : null),
    load: (id) => {
      if (id === `\0${TABLE}`) return tableModule(folder)
      const language = startLanguage(id)
      return language === null ? null : startModule(folder, language)
    },
  }
}
