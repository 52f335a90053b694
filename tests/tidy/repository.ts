/** Reads the repository as it stands, for the tests that keep it tidy. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const SOURCE_FOLDERS = ['contract', 'rules', 'streams', 'src', 'server'] as const
const SKIPPED = new Set([
  'node_modules',
  'dist',
  '.git',
  '.data',
  '.tmp',
  'test-results',
  'coverage',
])

export interface RepoFile {
  /** Relative to the root, with forward slashes. */
  path: string
  text: string
}

function* walk(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    if (SKIPPED.has(name)) continue
    const path = join(folder, name)
    if (statSync(path).isDirectory()) yield* walk(path)
    else yield path
  }
}

/** Files below the named folders (default: the whole repository) whose name matches. */
export function files(pattern: RegExp, folders: readonly string[] = ['.']): RepoFile[] {
  return folders
    .flatMap((folder) => [...walk(join(ROOT, folder))])
    .map((path) => relative(ROOT, path).replaceAll('\\', '/'))
    .filter((path) => pattern.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
}

export const sources = (): RepoFile[] => files(/\.tsx?$/, SOURCE_FOLDERS)
export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
export const lineCount = (file: RepoFile): number => file.text.trimEnd().split('\n').length
