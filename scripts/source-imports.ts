/** What a source file imports, read from its text. */
import { dirname, join } from 'node:path/posix'

/** The names that a file imports, also lazily. */
export const importsOf = (text: string): string[] =>
  [...text.matchAll(/(?:from|import\()\s*'([^']+)'|^import '([^']+)'/gm)].map(
    ([, name, bare]) => name ?? bare ?? '',
  )

/** `imports` of package.json: paths by alias, each with at most one `*`. */
export type Aliases = Readonly<Record<string, string>>

/** The repository's file that an import names; undefined for a package. */
export function targetOf(aliases: Aliases, from: string, name: string): string | undefined {
  if (name.startsWith('.')) return join(dirname(from), name)
  for (const [alias, path] of Object.entries(aliases)) {
    const [start = '', end] = alias.split('*')
    if (end === undefined ? name === alias : name.startsWith(start))
      return join(path.replace('*', name.slice(start.length)))
  }
  return undefined
}
