import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { usePasswordText } from '#i18n/password-text.ts'
import { StrengthMeter } from '#ui/strength-meter.tsx'
import { renderFeature } from '../features/render-feature.tsx'

function Meter({ password }: { password: string }) {
  return <StrengthMeter {...usePasswordText().strength(password)} />
}

it('says nothing about a password that is not typed yet', async () => {
  const { view } = await renderFeature(<Meter password="" />)
  expect(view.container.textContent).toBe('')
  expect(screen.getByRole('meter').hasAttribute('aria-valuetext')).toBe(false)
})

it('says how strong a typed password is', () => {
  render(<StrengthMeter label="Password strength" level={1} text="Weak" />)
  expect(screen.getByText('Weak')).toBeTruthy()
  expect(screen.getByRole('meter').getAttribute('aria-valuetext')).toBe('Weak')
})
