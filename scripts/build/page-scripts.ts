/**
 * Inlines into the page what it needs before any file has loaded: its styles, its first scripts and the addresses of
 * the files that its start needs.
 */
import { readFileSync } from 'node:fs'
import { type IndexHtmlTransformContext, type Plugin, runnerImport } from 'vite'
import { BUILT_NAME } from '../../contract/built-name.ts'
import {
  PAGE_SNAPSHOT_ID,
  pictureId,
  type PictureName,
  START_FILES_ID,
  type StartFiles,
} from '../../contract/page-elements.ts'
import type * as Pictures from '../../src/first/pictures.tsx'
import { DEFAULT_LANGUAGE } from '../../rules/match-language.ts'
import { LANGUAGE_CODES } from '../../src/i18n/languages.ts'
import { PATHS } from '../../src/lib/paths.ts'
import { oneFile } from './one-file.ts'

const THEME = '<script src="/theme.js"></script>'
const PRELOADED = /<link rel="modulepreload" crossorigin href="([^"]+)">\s*/g
const ENTRY = '<script type="module"'
const STYLES = /<link rel="stylesheet"[^>]* href="\/(assets\/[\w-]+\.css)">/

/** Tailwind's styles for browsers that do not know `@property`. They are older than those of browsers.ts. */
const WITHOUT_PROPERTY = /@layer properties\{@supports [^{}]*\{[^{}]*\{[^{}]*\}\}\}/

/** Pages outside the first load where visits begin: their code is requested with the shell and not after it. */
const FIRST_PAGES = {
  [PATHS.welcome]: 'src/pages/welcome/welcome.tsx',
  [PATHS.productDetail]: 'src/pages/detail/detail.tsx',
}

/** Smaller files are left to the page's own imports: their names would take as much of the page as they save. */
const NAMED_FROM_BYTES = 2_000

/** A script must not contain the end tag of its own element. */
const bundled = async (root: string, entry: string): Promise<string> =>
  (await oneFile(root, entry)).trim().replaceAll('</', String.raw`<\/`)

const data = (id: string, value: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(value)}</script>`

const chunksOf = ({ bundle = {} }: IndexHtmlTransformContext) =>
  Object.values(bundle).filter((file) => file.type === 'chunk')

/** The file of a module that is imported when it is needed. Its name alone may be that of another module's file too. */
function fileOf(module: string, context: IndexHtmlTransformContext): string {
  const file = chunksOf(context).find(({ facadeModuleId }) =>
    facadeModuleId?.endsWith(`/${module}`),
  )
  if (file === undefined) throw new Error(`${module} has no file of its own`)
  return file.fileName
}

/** The larger files of a page's code that the page itself does not name yet. */
function codeOf(module: string, html: string, context: IndexHtmlTransformContext): string[] {
  const chunks = chunksOf(context)
  const files = new Set([fileOf(module, context)])
  for (const file of files)
    for (const imported of chunks.find(({ fileName }) => fileName === file)?.imports ?? [])
      if (!html.includes(imported)) files.add(imported)
  return chunks
    .filter(({ fileName, code }) => files.has(fileName) && code.length >= NAMED_FROM_BYTES)
    .map(({ fileName }) => `/${fileName}`)
}

const textsOf = (root: string, language: string, namespace: string) =>
  JSON.parse(readFileSync(`${root}/locales/${language}/${namespace}.json`, 'utf8'))

function startFiles(root: string, html: string, context: IndexHtmlTransformContext): StartFiles {
  const { bundle = {} } = context
  const files = Object.keys(bundle)
  const texts = files.flatMap((file) => {
    const [, language] = /^assets\/text-([\w-]+)-start-[\w-]{8}\.js$/.exec(file) ?? []
    return language === undefined ? [] : [[language, `/${file}`] as const]
  })
  const code = Object.entries(FIRST_PAGES).map(
    ([path, module]) => [path, codeOf(module, html, context)] as const,
  )
  const practice = LANGUAGE_CODES.map(
    (language) => [language, textsOf(root, language, 'common').chip.practice] as const,
  )
  return {
    texts: Object.fromEntries(texts),
    pages: `/${fileOf('src/app/pages.ts', context)}`,
    reports: `/${fileOf('src/lib/client-reports.ts', context)}`,
    code: Object.fromEntries(code),
    practice: Object.fromEntries(practice),
  }
}

/** What the page shows until the app has loaded, in the language of those who have chosen none. */
async function templates(root: string): Promise<string> {
  const { module } = await runnerImport<typeof Pictures>(`${root}/src/first/pictures.tsx`, {
    root,
    configFile: false,
  })
  const texts = textsOf(root, DEFAULT_LANGUAGE, 'identity')
  // The server replaces the name in the whole page where an operator has changed it.
  const pictures = module.picturesIn((key) =>
    key
      .split('.')
      .reduce((part, name) => part[name], texts)
      .replaceAll('{{brand}}', BUILT_NAME),
  )
  const template = (name: PictureName): string =>
    `<template id="${pictureId(name)}" lang="${DEFAULT_LANGUAGE}">${pictures[name]}</template>`
  return template('list') + template('product') + template('welcome')
}

/**
 * Evaluates the first load in parts: each script is a task of its own, and the messages of the socket are read between
 * them. As imports of the last one, all would be evaluated in one task.
 */
function inParts(html: string): string {
  const parts = [...html.matchAll(PRELOADED)].map(
    ([, file = '']) => `${ENTRY} crossorigin src="${file}"></script>`,
  )
  return html.replaceAll(PRELOADED, '').replace(ENTRY, () => parts.join('') + ENTRY)
}

function stylesIn(html: string, { bundle = {} }: IndexHtmlTransformContext) {
  const [, file = ''] = STYLES.exec(html) ?? []
  const asset = bundle[file]
  if (asset?.type !== 'asset') throw new Error('the page has no styles')
  const source = String(asset.source)
  const text = source.replace(WITHOUT_PROPERTY, '')
  if (text === source)
    throw new Error('Tailwind writes its styles without @property in another way')
  return { file, text }
}

/**
 * Applies to the app's page only. The desk's page is left as it is, and in development the server provides the files.
 */
export function pageScripts(root: string): Plugin {
  let inlined = ''
  return {
    name: 'fairtick:page-scripts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: async (html, context) => {
        if (!context.filename.endsWith('/index.html')) return html
        const theme = await bundled(root, 'public/theme.js')
        const head = await bundled(root, 'src/first/head.ts')
        const end = await bundled(root, 'src/first/first-picture.ts')
        // The first script asks for the prices that the page shows, so it needs to know them.
        const known =
          data(PAGE_SNAPSHOT_ID, null) + data(START_FILES_ID, startFiles(root, html, context))
        const first = `${known}<script>${theme}${head}</script>`
        const last = `${await templates(root)}<script>${end}</script>`
        const { file, text } = stylesIn(html, context)
        inlined = file
        return inParts(html)
          .replace(THEME, () => first)
          .replace(STYLES, () => `<style>${text}</style>`)
          .replace('</body>', () => `${last}</body>`)
      },
    },
    // Code that is loaded later finds no link to the file of these styles, and would load it and wait for it. The file
    // that is named instead is part of the first load.
    generateBundle: {
      order: 'post',
      handler: (_options, bundle) => {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const shell = chunks.find(({ name }) => name === 'shell')
        if (shell === undefined) throw new Error('the shell has no file of its own')
        for (const chunk of chunks)
          chunk.code = chunk.code.replaceAll(`"${inlined}"`, `"${shell.fileName}"`)
      },
    },
  }
}
