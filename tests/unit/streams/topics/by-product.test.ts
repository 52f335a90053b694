import { NEVER, Observable, Subject } from 'rxjs'
import { beforeEach, describe, expect, it } from 'vitest'
import { type ByProduct, byProduct } from '#streams/topics/by-product.ts'

let feeds: number
let values: ByProduct<string>
let seen: string[]
beforeEach(() => {
  feeds = 0
  seen = []
  values = byProduct(
    new Observable(() => {
      feeds += 1
      return () => void (feeds -= 1)
    }),
  )
})
const read = (id: number, name = `of ${id}`) =>
  values.of(id).subscribe(({ value, asOf }) => seen.push(`${name}: ${value}@${asOf}`))

describe('a topic split by product', () => {
  it('gives a value to every reader of its product and to no other', () => {
    read(1, 'a')
    read(1, 'b')
    read(2, 'c')
    values.put(1, { value: 'x', asOf: 5 })
    expect(seen).toEqual(['a: x@5', 'b: x@5'])
  })
  it('greets a reader with the newest value, also one that came while no one read', () => {
    values.put(1, { value: 'old', asOf: 5 })
    values.put(1, { value: 'new', asOf: 6 })
    read(1)
    read(2)
    expect(seen).toEqual(['of 1: new@6'])
    expect([values.last(1), values.last(2)]).toEqual([{ value: 'new', asOf: 6 }, undefined])
  })
  it('runs the feed once per reader, and leaves it with the reader', () => {
    const readers = [read(1), read(1), read(2)]
    expect(feeds).toBe(3)
    for (const reader of readers) reader.unsubscribe()
    expect(feeds).toBe(0)
  })
  it('writes nothing to a reader that left, and still writes to the one that stays', () => {
    const gone = read(1, 'gone')
    read(1, 'here')
    gone.unsubscribe()
    values.put(1, { value: 'x', asOf: 5 })
    expect(seen).toEqual(['here: x@5'])
  })
  it('survives a reader that leaves because of the value it gets', () => {
    const first = values.of(1).subscribe(() => first.unsubscribe())
    read(1, 'second')
    values.put(1, { value: 'x', asOf: 5 })
    values.put(1, { value: 'y', asOf: 6 })
    expect(seen).toEqual(['second: x@5', 'second: y@6'])
  })
  it('hands an error of the feed to its readers', () => {
    const feed = new Subject()
    const errors: unknown[] = []
    byProduct(feed)
      .of(1)
      .subscribe({ error: (error: unknown) => errors.push(error) })
    feed.error('refused')
    expect(errors).toEqual(['refused'])
  })
})

describe('a heartbeat of such a topic', () => {
  it('stamps again what readers have, but only once it is two seconds old', () => {
    read(1)
    read(2)
    values.put(1, { value: 'x', asOf: 1_000 })
    values.put(2, { value: 'y', asOf: 1_001 })
    seen = []
    values.confirm(2_999)
    expect(seen).toEqual([])
    values.confirm(3_000)
    expect(seen).toEqual(['of 1: x@3000'])
    values.confirm(4_999)
    expect(seen).toEqual(['of 1: x@3000', 'of 2: y@4999'])
  })
  it('brings no value where there was none, and leaves those that no one reads', () => {
    read(1)
    values.put(2, { value: 'y', asOf: 0 })
    const gone = read(2)
    gone.unsubscribe()
    seen = []
    values.confirm(9_000)
    expect(seen).toEqual([])
    expect(values.last(2)).toEqual({ value: 'y', asOf: 0 })
  })
  it('is no end: a feed that never speaks leaves its readers waiting', () => {
    let over = false
    byProduct(NEVER)
      .of(1)
      .subscribe({ complete: () => (over = true) })
    expect(over).toBe(false)
  })
})
