/** Reads a secret from a person at the terminal, or from a pipe. */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { StartRefused } from '#server/platform/start-refused.ts'

/** Prints the question and does not echo the answer. */
export async function askHidden(question: string): Promise<string> {
  process.stdout.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    const stopped = new Promise<never>((_, reject) => {
      lines.once('SIGINT', () => reject(new StartRefused('Nothing was changed.')))
    })
    return await Promise.race([lines.question(''), stopped])
  } finally {
    lines.close()
    process.stdout.write('\n')
  }
}

/** The first line of the standard input; empty if there is none. */
export async function pipedLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}
