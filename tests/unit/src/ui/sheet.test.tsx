import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Sheet } from '#ui/sheet.tsx'

const sheet = (open: boolean) => (
  <Sheet open={open} prepared onOpenChange={() => {}} title="Order" closeLabel="Close">
    <p>what it holds</p>
  </Sheet>
)

it('is drawn ahead while it is closed, and has no second copy once it is open', async () => {
  const view = await act(async () => render(sheet(false)))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getAllByText('what it holds').length).toBeGreaterThan(0)
  await act(async () => view.rerender(sheet(true)))
  expect(screen.getByRole('dialog').textContent).toContain('what it holds')
  expect(screen.getAllByText('what it holds')).toHaveLength(1)
})
