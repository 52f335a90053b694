import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Sheet } from '#ui/sheet.tsx'
import { UiTexts } from '#ui/ui-text.ts'

const sheet = (open: boolean) => (
  <UiTexts value={(key) => key}>
    <Sheet open={open} prepared onClose={() => {}} title="Order">
      <p>what it holds</p>
    </Sheet>
  </UiTexts>
)

it('is drawn ahead while it is closed, and has no second copy once it is open', async () => {
  const view = await act(async () => render(sheet(false)))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getAllByText('what it holds').length).toBeGreaterThan(0)
  await act(async () => view.rerender(sheet(true)))
  expect(screen.getByRole('dialog').textContent).toContain('what it holds')
  expect(screen.getAllByText('what it holds')).toHaveLength(1)
})
