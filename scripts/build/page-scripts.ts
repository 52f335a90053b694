/**
 * Inlines into the page what it needs before any file has loaded: its styles, its first scripts and the addresses of
 * the files that its start needs.
 */
import { readFileSync } from 'node:fs'
import type { IndexHtmlTransformContext, Plugin } from 'vite'
import { PAGE_SNAPSHOT_ID, START_FILES_ID, type StartFiles } from '../../contract/page-elements.ts'
import { oneFile } from './one-file.ts'

const THEME = '<script src="/theme.js"></script>'
const STYLES = /<link rel="stylesheet"[^>]* href="\/(assets\/[\w-]+\.css)">/

/** A script must not contain the end tag of its own element. */
const bundled = async (root: string, entry: string): Promise<string> =>
  (await oneFile(root, entry)).trim().replaceAll('</', String.raw`<\/`)

const data = (id: string, value: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(value)}</script>`

function startFiles({ bundle = {} }: IndexHtmlTransformContext): StartFiles {
  const files = Object.keys(bundle)
  const texts = files.flatMap((file) => {
    const [, language] = /^assets\/text-([\w-]+)-start-[\w-]{8}\.js$/.exec(file) ?? []
    return language === undefined ? [] : [[language, `/${file}`] as const]
  })
  const pages = files.find((file) => /^assets\/pages-[\w-]{8}\.js$/.test(file))
  if (pages === undefined) throw new Error('the table of pages has no file of its own')
  return { texts: Object.fromEntries(texts), pages: `/${pages}` }
}

function stylesIn(html: string, { bundle = {} }: IndexHtmlTransformContext) {
  const [, file = ''] = STYLES.exec(html) ?? []
  const asset = bundle[file]
  if (asset?.type !== 'asset') throw new Error('the page has no styles')
  return { file, text: String(asset.source) }
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
        const theme = readFileSync(`${root}/public/theme.js`, 'utf8').trim()
        const head = await bundled(root, 'src/first/head.ts')
        const end = await bundled(root, 'src/first/prices.ts')
        const first = `${data(START_FILES_ID, startFiles(context))}<script>${theme};${head}</script>`
        const last = `${data(PAGE_SNAPSHOT_ID, null)}<script>${end}</script>`
        const { file, text } = stylesIn(html, context)
        inlined = file
        return html
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
