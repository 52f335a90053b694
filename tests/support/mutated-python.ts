/** Runs the Python reader of receipts with one check at a time taken out of it (tests/support/mutated-reader.py). */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { z } from 'zod/mini'
import { anyReceipt } from '#contract/settlement-receipt.ts'
import type { ReceiptCase } from '#support/receipt-cases.ts'
import { PUBLIC_KEY } from '#support/settled-receipt.ts'

const SCRIPT = join(import.meta.dirname, 'mutated-reader.py')
/** So many of the first and of the last are read without a key as well. It takes as long again, for a few words. */
const READ_WITHOUT_KEY = 5

const shown = z.object({ file: z.string(), line: z.number(), words: z.string() })
/** A change of the reader: where it is, and what is replaced by what. */
export type PythonMutation = z.infer<typeof shown>
const tried = z.object({ mutation: z.number(), noticed: z.nullable(z.string()) })

/** The lines that the script prints, each parsed as JSON. */
async function linesOf(command: string, input: string): Promise<unknown[]> {
  const child = spawn('python3', [SCRIPT, command], { stdio: ['pipe', 'pipe', 'inherit'] })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  child.stdin.end(input)
  const code = await ended
  if (code !== 0) throw new Error(`mutated-reader.py ${command} ended with ${code}`)
  const lines = Buffer.concat(chunks).toString('utf8').split('\n')
  return lines.filter((line) => line !== '').map((line): unknown => JSON.parse(line))
}

/** All mutations of the reader, in the order of its text. */
export const pythonMutations = async (): Promise<PythonMutation[]> =>
  (await linesOf('list', '')).map((line) => shown.parse(line))

/** Of each of these mutations, by its number, the name of the first receipt that shows it; null if none does. */
export async function noticedInPython(
  numbers: readonly number[],
  cases: readonly ReceiptCase[],
): Promise<ReadonlyMap<number, string | null>> {
  const kept = cases.flatMap((each) => (each.kept === null ? [] : [each.kept]))
  const request = {
    key: PUBLIC_KEY,
    purchases: Object.fromEntries(kept.map((each, n) => [`purchase ${n}`, each])),
    receipts: Object.fromEntries(
      cases.map(({ name, receipt }) => [name, z.encode(anyReceipt, receipt)]),
    ),
    untrusted: [...cases.slice(0, READ_WITHOUT_KEY), ...cases.slice(-READ_WITHOUT_KEY)].map(
      ({ name }) => name,
    ),
    tried: numbers,
  }
  const lines = await linesOf('try', JSON.stringify(request))
  return new Map(
    lines.map((line) => {
      const { mutation, noticed } = tried.parse(line)
      return [mutation, noticed] as const
    }),
  )
}
