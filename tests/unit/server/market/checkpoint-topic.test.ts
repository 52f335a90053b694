import { expect, it } from 'vitest'
import type { Checkpoint } from '#contract/tick-log.ts'
import { CheckpointTopic } from '#server/market/checkpoint-topic.ts'
import { historyOf, newSigner } from '#support/signed-history.ts'
import { silentHub } from '#support/silent-hub.ts'

const history = historyOf(3, { signer: newSigner(), growing: true })
const [first, second, third] = history as [Checkpoint, Checkpoint, Checkpoint]
const shown = ({ number, timeMs, text, signature, keyId, heads }: Checkpoint) => ({
  seq: number,
  data: { number, timeMs, text, signature, keyId, heads },
})

it('sends each checkpoint as it was signed, without what its text says already', () => {
  const sent: unknown[] = []
  const topic = new CheckpointTopic(async () => undefined)
  topic.attach(silentHub({ broadcast: (key, seq, data) => void sent.push([key, { seq, data }]) }))
  topic.written(first)
  topic.written(second)
  expect(sent).toEqual([
    ['checkpoint', shown(first)],
    ['checkpoint', shown(second)],
  ])
})

it('leaves out the heads of a former format, which are in its text', async () => {
  const [former] = historyOf(1, { signer: newSigner() })
  const { data } = (await new CheckpointTopic(async () => former).snapshot([])) ?? {}
  expect(data).not.toHaveProperty('heads')
})

it('begins with the newest checkpoint of an earlier run, which it reads once, or with none', async () => {
  let reads = 0
  const topic = new CheckpointTopic(async () => {
    reads += 1
    return second
  })
  expect(await topic.snapshot([])).toEqual(shown(second))
  expect(await topic.snapshot([])).toEqual(shown(second))
  expect(reads).toBe(1)
  topic.written(third)
  expect(await topic.snapshot([])).toEqual(shown(third))
  expect(await topic.snapshot(['EURUSD'])).toBeNull()
  const empty = new CheckpointTopic(async () => undefined)
  expect(await empty.snapshot([])).toEqual({ seq: 0, data: null })
})

it('does not go back to what it was reading while the next one was written', async () => {
  const topic: CheckpointTopic = new CheckpointTopic(async () => {
    topic.written(third)
    return second
  })
  expect(await topic.snapshot([])).toEqual(shown(third))
})
