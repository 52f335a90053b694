import { act, render } from '@testing-library/react'
import { createStore, Provider, useAtomValue } from 'jotai'
import { beforeEach, describe, expect, it } from 'vitest'
import { timeMs } from '#contract/scalars.ts'
import { lastKnownStore } from '#device/last-known.ts'
import { lastKnownAtom, quoteAtom, streamsAtom, topicAtom } from '#streams'
import { createFakeStreams, type FakeStreams } from '#support/fake-streams.ts'
import { storedTable } from '#support/stored-table.ts'
import { anOrder } from '#support/orders.ts'
import { sampleBalance } from '#support/sample-account.ts'

const AS_OF = timeMs.parse(1_699_999_000_000)

let device: ReturnType<typeof storedTable>
let fake: FakeStreams
beforeEach(() => {
  device = storedTable()
})

function Shown() {
  const quote = useAtomValue(quoteAtom(1, 'list'))
  const balance = useAtomValue(topicAtom('balance'))
  const positions = useAtomValue(topicAtom('positions'))
  return (
    <ul>
      <li>{`${quote.status} ${'value' in quote ? quote.value.price : '–'}`}</li>
      <li>{`${balance.status} ${'value' in balance ? balance.value.available : '–'}`}</li>
      <li>
        {`${positions.status} ${'value' in positions ? positions.value.open.length : '–'}`}
        {'value' in positions && ` ${positions.value.settled.length}`}
      </li>
    </ul>
  )
}

/** One visit to the app by `account`, with a link of its own that has brought nothing yet. */
async function visit(account: string | null) {
  fake = createFakeStreams()
  fake.connection$.next({ status: 'connecting' })
  const store = createStore()
  const known = lastKnownStore(await device.all(), device)
  known.belongTo(account)
  store.set(streamsAtom, fake)
  store.set(lastKnownAtom, known)
  const view = await act(async () =>
    render(
      <Provider store={store}>
        <Shown />
      </Provider>,
    ),
  )
  const lines = (): (string | null)[] =>
    view.getAllByRole('listitem').map(({ textContent }) => textContent)
  return { known, lines, end: view.unmount }
}

async function firstVisit(): Promise<void> {
  const { known, end } = await visit('someone')
  await act(async () => {
    fake.connection$.next({ status: 'live' })
    fake.tick(1, 108_345)
    const balance = sampleBalance({ available: '12.34', total: '12.34' })
    fake.state$('balance').next({ value: balance, asOf: AS_OF })
    const open = [anOrder({ id: '7' })]
    fake.state$('positions').next({ value: { open, settled: [anOrder({ id: '6' })] }, asOf: AS_OF })
  })
  await known.flush()
  end()
}

describe('what was last known', () => {
  it('greets the next visit as stale, before anything has come', async () => {
    await firstVisit()
    const { lines } = await visit('someone')
    expect(lines()).toEqual(['stale 108345', 'stale 1234', 'stale 1 0'])
  })

  it('gives way to the first live value', async () => {
    await firstVisit()
    const { lines } = await visit('someone')
    await act(async () => {
      fake.connection$.next({ status: 'live' })
      fake.tick(1, 108_346)
    })
    expect(lines()).toEqual(['live 108346', 'stale 1234', 'stale 1 0'])
  })

  it('shows nobody another user’s money, and leaves none of it on the device', async () => {
    await firstVisit()
    const { lines } = await visit('another')
    expect(lines()).toEqual(['stale 108345', 'connecting –', 'connecting –'])
    expect([...device.rows.keys()]).toEqual(['/quote:1'])
  })

  it('is forgotten at log-out, and what still arrives is not written down', async () => {
    await firstVisit()
    const { known } = await visit('someone')
    known.belongTo(null)
    await act(async () => {
      fake.connection$.next({ status: 'live' })
      const balance = sampleBalance({ available: '99', total: '99' })
      fake.state$('balance').next({ value: balance, asOf: AS_OF })
    })
    await known.flush()
    expect([...device.rows.keys()]).toEqual(['/quote:1'])
  })

  it('counts as unknown when an older version wrote it in another form', async () => {
    await device.put([
      { key: 'someone/balance', account: 'someone', asOf: AS_OF, value: { cash: '12.00' } },
    ])
    const { lines } = await visit('someone')
    expect(lines()[1]).toBe('connecting –')
  })

  it('is dropped when the session is renewed', async () => {
    await firstVisit()
    const { lines } = await visit('someone')
    await act(async () => fake.connection$.next({ status: 'connecting' }))
    expect(lines()).toEqual(['stale 108345', 'connecting –', 'connecting –'])
  })
})
