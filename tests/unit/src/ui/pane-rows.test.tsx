import { render, screen } from '@testing-library/react'
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
