import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, it } from 'vitest'
import { createDayText } from '#i18n/day-text.ts'
import { PATHS } from '#lib/paths.ts'
import { PrivacyMorePage } from '../../../../src/pages/yinsi/gy.tsx'
import { PrivacyPage } from '../../../../src/pages/yinsi/yinsi.tsx'
import { renderFeature } from '../features/render-feature.tsx'

const at = (address: string) =>
  renderFeature(
    <Routes>
      <Route path={PATHS.privacy} element={<PrivacyPage />} />
      <Route path={PATHS.privacyMore} element={<PrivacyMorePage />} />
    </Routes>,
    address,
  )
const code = (name: string): boolean =>
  [...document.querySelectorAll('code')].some((element) => element.textContent === name)

it('says what is kept and who may look, and leads to the second page and back', async () => {
  await at(PATHS.privacy)
  expect(screen.getByText(/Photos are destroyed 90 days after the decision/)).toBeTruthy()
  expect(screen.getByText(/in “Statement” under “Reviewer activity”/)).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: /^Next/ }))
  expect(screen.getByRole('heading', { name: 'How long things are kept' })).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: /^Back to part one/ }))
  expect(screen.getByRole('heading', { name: 'Who can see it' })).toBeTruthy()
})

it.each([PATHS.privacy, PATHS.privacyMore])('dates itself: %s', async (address) => {
  await at(address)
  const day = createDayText('en').long('2026-11-30')
  expect(screen.getByText(`Last changed: ${day}`)).toBeTruthy()
})

it('names what the device keeps, key by key', async () => {
  await at(PATHS.privacyMore)
  for (const name of ['fairtick', 'fairtick-device', 'token', 'command:…', 'hideAmounts'])
    expect(code(name)).toBe(true)
})

it('leaves no slot of any text unfilled', async () => {
  for (const address of [PATHS.privacy, PATHS.privacyMore]) {
    const { view } = await at(address)
    expect(view.container.textContent).not.toMatch(/\{\{|\}\}|undefined|NaN/)
    view.unmount()
  }
})

it('says of push what the settings offer', async () => {
  await at(PATHS.privacy)
  expect(screen.getByText(/your browser maker’s push service/)).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: /^Next/ }))
  expect(screen.getByText('Devices with push turned on')).toBeTruthy()
  expect(screen.queryByText(/no push service takes part/)).toBeNull()
})
