/** Checkpoints as notes for witnesses: signed, and of the tree that the next checkpoint names. */
import { createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listCheckpoints } from '#contract/endpoints/history.ts'
import { manualClock, playTime } from '#support/manual-clock.ts'
import { openSimulated } from '#support/market-fixture.ts'
import { type TestServer, testServer } from '#support/server.ts'

const clock = manualClock(Date.parse('2026-11-18T13:20:30.250Z'))
let its: TestServer
beforeAll(async () => {
  its = await testServer({ clock, openMarket: openSimulated('BTCUSDT') })
  await playTime(clock, 190_000)
})
afterAll(() => its.close())

const noteOf = (number: number) => fetch(`${its.url}/api/checkpoints/${number}/note`)

it('states the tree whose root the next checkpoint names, signed under the named key', async () => {
  const { checkpoints, keys } = await its.visitor().read(listCheckpoints.reply, '/api/checkpoints')
  const [key] = keys
  const origin = `fairtick-log-${key?.keyId}`
  const next = new Map(checkpoints.map(({ number, anchors }) => [number - 1, anchors?.earlier]))
  expect(checkpoints.length).toBeGreaterThan(2)
  for (const { number } of checkpoints) {
    const answer = await noteOf(number)
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const note = await answer.text()
    const end = note.indexOf('\n\n') + 1
    const [text, line] = [note.slice(0, end), note.slice(end + 1)]
    const [named, size, root = ''] = text.split('\n')
    expect([named, size]).toEqual([origin, String(number)])
    const hex = Buffer.from(root, 'base64').toString('hex')
    expect(next.get(number) ?? hex).toBe(hex)
    const [, name, encoded = ''] = /^— (\S+) (\S+)\n$/.exec(line) ?? []
    const signature = Buffer.from(encoded, 'base64')
    expect(answer.headers.get('x-verifier-key')).toMatch(
      new RegExp(`^${name}\\+${signature.subarray(0, 4).toString('hex')}\\+A`),
    )
    const publicKey = createPublicKey(key?.publicKey ?? '')
    expect(verify(null, Buffer.from(text), publicKey, signature.subarray(4))).toBe(true)
  }
})

it('does not exist for a checkpoint that was not signed yet', async () => {
  for (const number of [0, 99]) expect([400, 404]).toContain((await noteOf(number)).status)
})
