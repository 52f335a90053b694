/** Defines what the first load consists of: which modules are bundled together, and under which names. */
import type { Rolldown } from 'vite'
import { startLanguage } from './texts.ts'

/**
 * Everything this module imports statically is part of the shell; what it imports later is not. src/app/routes.ts maps
 * pages to routes.
 */
const SHELL_ROOT = '/src/app/main.tsx'

type Context = Parameters<Exclude<Rolldown.CodeSplittingGroup['name'], string>>[1]

function closureOf(root: string, context: Context): Set<string> {
  const closure = new Set([root])
  for (const id of closure) {
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) closure.add(imported)
  }
  return closure
}

/** Libraries get their own chunk because they change less often than the app and so stay in the browser's cache. */
function shellGroup(root: string): Rolldown.CodeSplittingGroup {
  let shell: Set<string> | null = null
  return {
    debugName: 'shell',
    name: (id, context) => {
      shell ??= closureOf(root, context)
      if (id.startsWith('\0rolldown/runtime')) return 'libraries'
      // The root module starts the app. The desk uses the same modules but must not start the app, so the root stays
      // apart.
      if (!shell.has(id) || id === root) return null
      return id.includes('/node_modules/') ? 'libraries' : 'shell'
    },
  }
}

/** Puts the language into the name of a text chunk, so that the service worker can keep only the chosen language. */
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
