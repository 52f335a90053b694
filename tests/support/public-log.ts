/** A product's whole public tick history, as anyone downloads it. */
import { type TickRecord, tickRecord } from '#contract/tick-log.ts'

export async function publicLog(url: string, symbol: string): Promise<TickRecord[]> {
  const answer = await fetch(`${url}/api/ticks/${symbol}.ndjson`)
  const lines = (await answer.text()).split('\n').filter((line) => line !== '')
  return lines.map((line) => tickRecord.parse(JSON.parse(line)))
}
