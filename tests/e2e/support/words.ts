/** What stands on the screen in a language, so that a journey is walked by the words that people read. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { BUILT_NAME } from '#contract/built-name.ts'

const common = z.object({ direction: z.object({ up: z.string(), down: z.string() }) })

const read = (language: string, namespace: string): unknown => {
  const file = new URL(`../../../locales/${language}/${namespace}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8'))
}

export const words = (language: string): z.infer<typeof common> =>
  common.parse(read(language, 'common'))

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** `say('cashier:deposit.new')`; a key that is not there is a fault of the journey, not of the app. */
export function speech(language: string) {
  const tables = new Map<string, unknown>()
  return (key: string, values: Readonly<Record<string, string>> = {}): string => {
    const [namespace = '', path = ''] = key.split(':')
    if (!tables.has(namespace)) tables.set(namespace, read(language, namespace))
    const found = path
      .split('.')
      .reduce<unknown>(
        (tree, name) => (isTree(tree) ? tree[name] : undefined),
        tables.get(namespace),
      )
    if (typeof found !== 'string') throw new Error(`no text ${key} in ${language}`)
    return found.replace(/{{(\w+)}}/g, (_, name: string) => {
      const value = values[name] ?? (name === 'brand' ? BUILT_NAME : undefined)
      return value ?? `{{${name}}}`
    })
  }
}

export const say = speech('en')
