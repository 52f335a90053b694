import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { z } from 'zod'

const ZONES = ['UTC', 'Pacific/Kiritimati', 'Pacific/Honolulu', 'Asia/Tokyo', 'Europe/Berlin']
const probe = fileURLToPath(new URL('../../support/zone-probe.ts', import.meta.url))
const answer = z.object({
  zone: z.string(),
  local: z.array(z.string()),
  said: z.object({
    named: z.array(z.looseObject({ day: z.string(), tradeDay: z.string(), settleDay: z.string() })),
    lines: z.number(),
    digest: z.string(),
  }),
})

async function ask(zone: string): Promise<z.infer<typeof answer>> {
  const { stdout } = await promisify(execFile)(process.execPath, [probe], {
    env: { ...process.env, TZ: zone },
  })
  return answer.parse(JSON.parse(stdout))
}

it('days, cut-offs and income are the same in every process zone, on daylight-saving days too', async () => {
  const answers = await Promise.all(ZONES.map(ask))
  const [first] = answers
  expect(first?.said.lines).toBeGreaterThan(50_000)
  for (const [i, { zone, said }] of answers.entries()) {
    expect([zone, said]).toEqual([ZONES[i], first?.said])
  }
  // The control: the processes themselves disagree about every one of these moments.
  expect(new Set(answers.flatMap(({ local }) => local)).size).toBe(
    ZONES.length * (first?.local.length ?? 0),
  )
  const days = first?.said.named.map(({ day, tradeDay, settleDay }) => [day, tradeDay, settleDay])
  expect(days).toEqual([
    ['2026-03-29', '2026-03-30', '2026-03-31'],
    ['2026-03-29', '2026-03-30', '2026-03-31'],
    ['2026-10-25', '2026-10-26', '2026-10-27'],
    ['2026-10-25', '2026-10-26', '2026-10-27'],
    ['2026-10-23', '2026-10-23', '2026-10-26'],
    ['2026-10-23', '2026-10-26', '2026-10-27'],
    ['2025-12-31', '2026-01-02', '2026-01-05'],
  ])
})
