/** Defines what the first load consists of: which modules are bundled together, and under which names. */
import type { Rolldown } from 'vite'
import { startLanguage } from './texts.ts'

/**
 * Everything this module imports statically is part of the shell; what it imports later is not. src/app/pages.ts lists
 * the pages that are loaded later.
 */
const SHELL_ROOT = '/src/app/main.tsx'

type Context = Parameters<Exclude<Rolldown.CodeSplittingGroup['name'], string>>[1]

/** The index modules of libraries whose parts are used one by one: importing one part does not need the others. */
const INDEXES: Readonly<Record<string, string>> = {
  'lucide-react': '/node_modules/lucide-react/dist/esm/lucide-react.mjs',
  'react-i18next': '/node_modules/react-i18next/dist/es/index.js',
}
const ICONS = '/node_modules/lucide-react/dist/esm/icons/'

/** The names that code imports from a package, as they are called there. */
const importedFrom = (library: string, code: string): string[] =>
  [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/g)]
    .filter(([, , from]) => from === library)
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim().split(/\s/)[0] ?? ''))

/** The files of an index that export one of the names, given as the end of their ids. */
const filesOf = (code: string, wanted: readonly string[]): string[] =>
  [...code.matchAll(/export\s*\{([^}]*)\}\s*from\s*['"]\.\/([^'"]+)['"]/g)]
    .filter(([, names = '']) =>
      names.split(',').some((name) =>
        wanted.includes(
          name
            .trim()
            .split(/\s+as\s+/)
            .at(-1) ?? '',
        ),
      ),
    )
    .map(([, , file = '']) => `/${file}`)

/** Everything that the root imports statically. Of an index only what is imported by name counts. */
function closureOf(root: string, context: Context): Set<string> {
  const closure = new Set([root])
  const codeOf = (id: string): string => context.getModuleInfo(id)?.code ?? ''
  const add = (id: string, wanted: (imported: string) => boolean): void => {
    for (const imported of context.getModuleInfo(id)?.importedIds ?? [])
      if (wanted(imported)) closure.add(imported)
  }
  const isIndex = (id: string): boolean => Object.values(INDEXES).some((end) => id.endsWith(end))
  const follow = (): void => {
    for (const id of closure) if (!isIndex(id)) add(id, () => true)
  }
  follow()
  for (const [library, end] of Object.entries(INDEXES)) {
    const names = [...closure].flatMap((id) => importedFrom(library, codeOf(id)))
    for (const index of [...closure].filter((id) => id.endsWith(end))) {
      const files = filesOf(codeOf(index), names)
      add(index, (imported) => files.some((file) => imported.endsWith(file)))
    }
  }
  follow()
  return closure
}

/** Libraries get their own chunk because they change less often than the app and so stay in the browser's cache. */
function shellGroup(root: string): Rolldown.CodeSplittingGroup {
  let shell: Set<string> | null = null
  return {
    debugName: 'shell',
    priority: 1,
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

/** The icons of all other pages, because each alone is smaller than a request. */
const ICON_GROUP: Rolldown.CodeSplittingGroup = {
  debugName: 'icons',
  name: (id) => (id.includes(ICONS) ? 'icons' : null),
}

/** Fewer would make small pages load much that they never use; more would leave the others in dozens of files. */
const COMMON_TO_PAGES = 12

/** What many pages share, because most of its modules alone are smaller than a request. */
const COMMON_GROUP: Rolldown.CodeSplittingGroup = {
  debugName: 'common',
  name: 'common',
  test: (id) => !id.includes('/node_modules/') && !id.includes('/locales/') && !id.startsWith('\0'),
  minShareCount: COMMON_TO_PAGES,
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
  codeSplitting: { groups: [shellGroup(root + SHELL_ROOT), ICON_GROUP, COMMON_GROUP] },
})
