import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { laterSheet } from '#lib/later.tsx'

it('shows an empty sheet until the file of a sheet has come, so that the tap is felt', async () => {
  const { promise, resolve } = Promise.withResolvers<() => React.ReactNode>()
  const Sheet = laterSheet(() => promise)
  const { container } = render(<Sheet />)
  expect(container.querySelector('[data-coming]')).toBeTruthy()
  await act(async () => resolve(() => <p>the sheet</p>))
  expect(await screen.findByText('the sheet')).toBeTruthy()
  expect(container.querySelector('[data-coming]')).toBeNull()
})
