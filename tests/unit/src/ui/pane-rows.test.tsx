import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { PaneRows } from '#ui/pane-rows.tsx'

it('numbers the rows of a list also while they are not mounted', () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  )
  render(
    <div role="list">
      <PaneRows pane={{ current: null }} itemSize={45} bufferSize={45} shortcut="row">
        {['A', 'B', 'C'].map((name) => (
          <p key={name}>{name}</p>
        ))}
      </PaneRows>
    </div>,
  )
  const places = screen
    .getAllByRole('listitem')
    .map((row) => [row.getAttribute('aria-posinset'), row.getAttribute('aria-setsize')])
  expect(places).toEqual([
    ['1', '3'],
    ['2', '3'],
    ['3', '3'],
  ])
})

it('hands a focus that comes before the row is drawn on to the row', async () => {
  const observers: IntersectionObserverCallback[] = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(see: IntersectionObserverCallback) {
        observers.push(see)
      }
      observe(): void {}
      disconnect(): void {}
    },
  )
  render(
    <div role="list">
      <PaneRows pane={{ current: null }} itemSize={45} bufferSize={45} shortcut="row">
        <a href="#a" data-shortcut="row">
          A
        </a>
        <a href="#b" data-shortcut="row">
          B
        </a>
      </PaneRows>
    </div>,
  )
  const [, second] = screen.getAllByRole('listitem')
  await act(async () => {
    const entry = { isIntersecting: true } as IntersectionObserverEntry
    observers[1]?.([entry], {} as IntersectionObserver)
    second?.focus()
  })
  expect(document.activeElement).toBe(screen.getByText('B'))
  // What stands for a row may have the focus when the row comes into view.
  const [first] = screen.getAllByRole('listitem')
  await act(async () => {
    first?.focus()
    observers[0]?.(
      [{ isIntersecting: true } as IntersectionObserverEntry],
      {} as IntersectionObserver,
    )
  })
  expect(document.activeElement).toBe(screen.getByText('A'))
})
