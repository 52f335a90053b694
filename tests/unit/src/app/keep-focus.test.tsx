import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { focusMain, keepFocus } from '#app/keep-focus.ts'

let stop = (): void => undefined
beforeEach(() => {
  stop = keepFocus()
})
afterEach(() => stop())

function Steps() {
  const [step, setStep] = useState(1)
  return (
    <main>
      <section aria-label="form">
        {step === 1 ? (
          <form key="fields">
            <button type="button" onClick={() => setStep(2)}>
              Check
            </button>
          </form>
        ) : (
          <form key="check">
            <h2>Is it right?</h2>
          </form>
        )}
      </section>
    </main>
  )
}

it('moves the focus to what takes the place of the part that had it', async () => {
  render(<Steps />)
  await userEvent.click(screen.getByText('Check'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading')))
})

function Busy({ busy }: { busy: boolean }) {
  return (
    <section aria-label="form">
      <button type="button" disabled={busy}>
        Send
      </button>
    </section>
  )
}

it('gives the focus back to a button that was disabled for a while', async () => {
  const view = render(<Busy busy={false} />)
  screen.getByText('Send').focus()
  view.rerender(<Busy busy />)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region')))
  view.rerender(<Busy busy={false} />)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Send')))
})

function Rows({ count }: { count: number }) {
  return (
    <div role="list">
      <div>
        {Array.from({ length: count }, (_, at) => (
          <div key={at} role="listitem">
            <button type="button">{`row ${at}`}</button>
          </div>
        ))}
      </div>
    </div>
  )
}

it('focuses the list when its row is gone, and not what only arranges the rows', async () => {
  const view = render(<Rows count={2} />)
  screen.getByText('row 1').focus()
  view.rerender(<Rows count={1} />)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list')))
})

it('focuses the page when nothing has the focus, and never takes it from what still has it', () => {
  render(
    <>
      <button type="button">tab</button>
      <main>page</main>
    </>,
  )
  focusMain()
  expect(document.activeElement).toBe(screen.getByRole('main'))
  screen.getByText('tab').focus()
  focusMain()
  expect(document.activeElement).toBe(screen.getByText('tab'))
})
