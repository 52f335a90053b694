/** Readers of the whole public history over HTTP, and the server that has one. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { HISTORY_SYMBOL } from '#support/history-process.ts'
import { pause } from '#support/until.ts'

const SERVER = fileURLToPath(new URL('history-process.ts', import.meta.url))
const TAIL_BYTES = 400
/** After a refusal because there are too many readers. */
const AGAIN_MS = 200

export interface HistoryServer {
  url: string
  stop(): Promise<void>
}

/** A server with this many records, in a process of its own. */
export async function historyServer(records: number): Promise<HistoryServer> {
  const child: ChildProcess = fork(SERVER, ['--serve', String(records)])
  const [told]: { url: string }[] = await once(child, 'message')
  if (told === undefined) throw new Error('the server with a history said nothing')
  return {
    url: told.url,
    stop: async () => {
      const exited = once(child, 'exit')
      child.send('stop')
      await exited
    },
  }
}

/** The number of the record that a piece of the history ends with. */
const lastSeq = (piece: string): number => Number(/"seq":(\d+)[^\n]*\n?$/.exec(piece)?.[1] ?? 0)

/** Reads all of it, page by page; returns the number of the last record. */
export async function readHistory(url: string): Promise<number> {
  for (let after = 0; ; ) {
    const answer = await fetch(`${url}/api/ticks/${HISTORY_SYMBOL}.ndjson?afterSeq=${after}`)
    if (answer.status === 429) {
      await pause(AGAIN_MS)
      continue
    }
    if (answer.status !== 200) throw new Error(`the history was answered ${answer.status}`)
    let tail = ''
    for await (const bytes of answer.body ?? [])
      tail = (tail + Buffer.from(bytes).toString('latin1')).slice(-TAIL_BYTES)
    const last = lastSeq(tail)
    if (last === 0 || last === after) return after
    after = last
  }
}
