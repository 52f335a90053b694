/** What the first load consists of, in one place: which modules travel together, and under which names. */
import type { Rolldown } from 'vite'
import { startLanguage } from './texts.ts'

/** What it imports is the shell; what it loads later is not (src/app/routes.ts says which page is which). */
const SHELL_ROOT = '/src/app/main.tsx'

type Context = Parameters<Exclude<Rolldown.CodeSplittingGroup['name'], string>>[1]

function closureOf(root: string, context: Context): Set<string> {
  const closure = new Set([root])
  for (const id of closure) {
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) closure.add(imported)
  }
  return closure
}

/** Libraries apart from the app: they outlive most of its versions in a browser's cache. */
function shellGroup(root: string): Rolldown.CodeSplittingGroup {
  let shell: Set<string> | null = null
  return {
    debugName: 'shell',
    name: (id, context) => {
      shell ??= closureOf(root, context)
      if (id.startsWith('\0rolldown/runtime')) return 'libraries'
      // The root runs the app; the desk shares what it is made of and must not run it.
      if (!shell.has(id) || id === root) return null
      return id.includes('/node_modules/') ? 'libraries' : 'shell'
    },
  }
}

/** Names a text by its language, so that the service worker keeps the chosen language's alone. */
function chunkName({ facadeModuleId }: Rolldown.PreRenderedChunk): string {
  const start = startLanguage(facadeModuleId)
  if (start !== null) return `assets/text-${start}-start-[hash].js`
  const [, language, namespace] = /locales\/([^/]+)\/(\w+)\.json$/.exec(facadeModuleId ?? '') ?? []
  if (language === undefined) return 'assets/[name]-[hash].js'
  return `assets/text-${language}-${namespace}-[hash].js`
}

export const shellOutput = (root: string): Rolldown.OutputOptions => ({
  chunkFileNames: chunkName,
  codeSplitting: { groups: [shellGroup(root + SHELL_ROOT)] },
})
