import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useOpened } from '#desk/queue-view.tsx'

interface Sample {
  id: string
  status: string
}
interface Reading {
  items: readonly Sample[]
  reading: number
}
const sample = (status: string): Sample => ({ id: '7', status })

function opened(first: Sample) {
  let begun = 1
  const initialProps: Reading = { items: [first], reading: 1 }
  const hook = renderHook(
    ({ items, reading }: Reading) => useOpened({ items, reading, begun: () => begun }, '7'),
    { initialProps },
  )
  return {
    shown: () => hook.result.current[0]?.status ?? null,
    decide: () => hook.result.current[1],
    begin: () => ++begun,
    read: (reading: number, items: readonly Sample[]) => hook.rerender({ items, reading }),
  }
}

it('shows what the list says, and keeps it when the list lets it go', () => {
  const list = opened(sample('submitted'))
  expect(list.shown()).toBe('submitted')
  list.read(2, [sample('review')])
  expect(list.shown()).toBe('review')
  list.read(3, [])
  expect(list.shown()).toBe('review')
})

it('keeps a decision although a reading from before it arrives meanwhile', () => {
  const list = opened(sample('review'))
  const decide = list.decide()
  const older = list.begin()
  list.read(older, [sample('review')])
  act(() => decide(sample('approved')))
  expect(list.shown()).toBe('approved')
  list.read(list.begin(), [])
  expect(list.shown()).toBe('approved')
})

it('keeps a decision although a reading that began before it arrives after it', () => {
  const list = opened(sample('review'))
  const older = list.begin()
  act(() => list.decide()(sample('approved')))
  list.read(older, [sample('review')])
  expect(list.shown()).toBe('approved')
})

it('follows the list again from the first reading that began after the decision', () => {
  const list = opened(sample('requested'))
  act(() => list.decide()(sample('review')))
  list.read(list.begin(), [sample('cancelled')])
  expect(list.shown()).toBe('cancelled')
})
