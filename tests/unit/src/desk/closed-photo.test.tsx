import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { PhotoViewer } from '#desk/photo-viewer.tsx'
import { fakeNetwork, fillIn, renderFeature } from '../features/render-feature.tsx'

it('a photo whose decision is made is shown after a written reason, and not before', async () => {
  const calls = fakeNetwork(() => new Response(null, { status: 204 }))
  await renderFeature(<PhotoViewer id="1001" label="Front" open={false} />)
  const user = userEvent.setup()
  expect(screen.queryByRole('img')).toBeNull()
  const button = screen.getByRole('button', { name: 'Open photo' })
  const field = screen.getByLabelText(/^Reason/)
  await fillIn(user, field, ' abc ')
  expect(button.hasAttribute('disabled')).toBe(true)
  await fillIn(user, field, ' the police asked ')
  await user.click(button)
  const image = await screen.findByRole('img', { name: 'Front' })
  expect(image.getAttribute('src')).toBe('/api/desk/photos/1001')
  expect(calls).toMatchObject([
    { method: 'POST', path: '/desk/photos/1001/opening', body: '{"why":"the police asked"}' },
  ])
})

it('a photo under review is shown at once', async () => {
  fakeNetwork(() => new Response(null, { status: 204 }))
  await renderFeature(<PhotoViewer id="1001" label="Front" open />)
  expect(screen.getByRole('img', { name: 'Front' })).toBeTruthy()
})

it('a photo that was changed on the server is called that', async () => {
  const body = { type: 'about:blank', title: '', status: 409, code: 'photo_tampered' }
  fakeNetwork(() => Response.json(body, { status: 409 }))
  await renderFeature(<PhotoViewer id="1001" label="Front" open />)
  fireEvent.error(screen.getByRole('img', { name: 'Front' }))
  expect(await screen.findByText(/was changed or exchanged on the server/)).toBeTruthy()
})
