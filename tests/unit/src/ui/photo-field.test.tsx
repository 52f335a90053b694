import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PhotoField } from '#ui/photo-field.tsx'

const TEXTS = {
  take: 'Take',
  choose: 'Choose',
  remove: 'Remove',
  retry: 'Retry',
  preparing: 'Preparing',
  uploading: 'Uploading',
  kept: 'Kept',
  alt: 'Front',
}
const photo = (phase: 'empty' | 'uploading', error: string) => (
  <PhotoField
    label="Front"
    name="front"
    texts={TEXTS}
    preview={null}
    phase={phase}
    part={0.4}
    error={error}
    onPick={() => undefined}
    onRemove={() => undefined}
    onRetry={() => undefined}
  />
)

it('marks a missing photo as wrong, and not one that is on its way', () => {
  const { rerender } = render(photo('empty', 'Empty Value'))
  expect(screen.getByRole('alert').className).toContain('text-danger')
  rerender(photo('uploading', 'Please wait until the photo is uploaded'))
  expect(screen.getByRole('alert').textContent).toBe('Please wait until the photo is uploaded')
  expect(screen.getByRole('group').innerHTML).not.toContain('danger')
})
