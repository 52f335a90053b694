import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { StrictMode, useState } from 'react'
import { expect, it } from 'vitest'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { UiTexts } from '#ui/ui-text.ts'
import { pause } from '#support/until.ts'

/** A page with a sheet, in which a button asks something. */
function Page() {
  const [open, setOpen] = useState(false)
  const [asks, setAsks] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title="The sheet">
        <button type="button" onClick={() => setAsks(true)}>
          ask
        </button>
        <ConfirmDialog
          open={asks}
          onClose={() => setAsks(false)}
          title="The question"
          text="…"
          confirmLabel="Yes"
          cancelLabel="No"
          onConfirm={() => setAsks(false)}
        />
      </Sheet>
    </>
  )
}

const sheet = () => screen.queryByRole('dialog', { name: 'The sheet' })
const question = () => screen.queryByRole('alertdialog')
const back = () => act(async () => history.back())
/** Long enough for the browser's history to move. */
const settled = () => act(() => pause(50))
const depth = (): unknown => Reflect.get(history.state ?? {}, 'sheets')

async function shown() {
  history.pushState({ key: 'page' }, '')
  const { unmount: leave } = render(
    <StrictMode>
      <UiTexts value={(key) => key}>
        <Page />
      </UiTexts>
    </StrictMode>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByText('open'))
  await settled()
  return { user, leave }
}

it('closes the topmost first, and keeps the state that the router put there', async () => {
  const { user } = await shown()
  await user.click(screen.getByText('ask'))
  await settled()
  expect(history.state).toEqual({ key: 'page', sheets: 2 })
  await back()
  await waitFor(() => expect(question()).toBeNull())
  expect(sheet()).not.toBeNull()
  await back()
  await waitFor(() => expect(sheet()).toBeNull())
  await settled()
  expect(history.state).toEqual({ key: 'page', sheets: 0 })
})

it('goes on to the page before when the sheet was closed in another way', async () => {
  history.pushState({ key: 'before' }, '')
  const { user } = await shown()
  await user.click(screen.getByRole('button', { name: 'close' }))
  await waitFor(() => expect(sheet()).toBeNull())
  // At once: what moves on to another page meanwhile is not undone.
  expect(depth()).toBe(1)
  await back()
  await settled()
  expect(history.state).toEqual({ key: 'before' })
  history.go(2)
  await settled()
  expect(sheet()).toBeNull()
  expect(history.state).toEqual({ key: 'page', sheets: 0 })
})

it('passes over the entry of a sheet whose page was left by a link', async () => {
  const { leave } = await shown()
  history.pushState({ key: 'next' }, '')
  leave()
  await settled()
  expect(history.state).toEqual({ key: 'next' })
  await back()
  await settled()
  expect(history.state).toEqual({ key: 'page', sheets: 0 })
})

it('stays when the address is entered once more', async () => {
  await shown()
  history.replaceState(null, '')
  dispatchEvent(new PopStateEvent('popstate'))
  await settled()
  expect(sheet()).not.toBeNull()
})
