import { describe, expect, it } from 'vitest'
import { recoverOrder, SURELY_MS } from '#features/ticket/recover-order.ts'
import type { LookAnswer } from '#features/ticket/submit-order.ts'
import { sampleOrder } from '../sample-order.ts'

const order = sampleOrder()

/** Time moves only by what is waited for; after the script the last answer is repeated. */
function scripted(looks: [LookAnswer['kind'], ...LookAnswer['kind'][]]) {
  let time = 0
  let asked = 0
  const answerOf = (kind: LookAnswer['kind']): LookAnswer =>
    kind === 'found' ? { kind, order } : { kind }
  return {
    asked: () => asked,
    elapsed: () => time,
    parts: {
      lookUp: () => {
        const kind = looks[Math.min(asked, looks.length - 1)] ?? 'unsure'
        asked += 1
        return Promise.resolve(answerOf(kind))
      },
      wait: (ms: number) => {
        time += ms
        return Promise.resolve()
      },
      now: () => time,
      onConfirming: () => {},
    },
  }
}

describe('an order of an earlier page', () => {
  it('is found at once when the server took it', async () => {
    const run = scripted(['found'])
    expect(await recoverOrder(run.parts)).toEqual({ kind: 'accepted', order })
    expect(run.elapsed()).toBe(0)
  })

  it('may still arrive: not found at first is no answer', async () => {
    const run = scripted(['none', 'none', 'none', 'found'])
    expect(await recoverOrder(run.parts)).toEqual({ kind: 'accepted', order })
  })

  it('was not accepted when the server surely had its time and still knows nothing', async () => {
    const run = scripted(['none'])
    expect(await recoverOrder(run.parts)).toEqual({ kind: 'not_accepted' })
    expect(run.elapsed()).toBeGreaterThan(SURELY_MS)
  })

  it('is asked about for as long as nothing answers', async () => {
    const run = scripted(['unsure', ...Array<'unsure'>(29).fill('unsure'), 'found'])
    expect(await recoverOrder(run.parts)).toEqual({ kind: 'accepted', order })
    expect(run.asked()).toBe(31)
  })

  it('stays open when its account is not the one logged in', async () => {
    expect(await recoverOrder(scripted(['none', 'ended']).parts)).toEqual({ kind: 'ended' })
  })
})
