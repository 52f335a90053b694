/** The server's own entry. A line on its standard input makes it collect all garbage and print what it keeps. */
import { createInterface } from 'node:readline'
import '#server/main.ts'
import { keptMemory } from './memory.ts'

createInterface({ input: process.stdin }).on('line', (name) => {
  const { heap, rss } = keptMemory()
  process.stdout.write(`kept ${name} ${heap} ${rss}\n`)
})
