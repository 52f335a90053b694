import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { DEFAULT_BRAND } from '#contract/brand.ts'
import { brandForm, fieldsOfBrand } from '#desk/brand-form.ts'
import { BrandView } from '#desk/brand-view.tsx'
import { judge } from '#forms/form.ts'
import { fakeNetwork, fillIn, json, renderFeature } from '../features/render-feature.tsx'

const body = z.object({ replaces: z.string().nullable(), brand: z.unknown() })
const CHANGE = { revision: '4', brand: DEFAULT_BRAND, setBy: 'anna', setAt: 1_700_000_000_000 }
const CURRENT = { revision: '4', brand: { ...DEFAULT_BRAND, name: 'Older name' } }

async function shown() {
  const calls = fakeNetwork(({ method }) =>
    json(method === 'POST' ? CHANGE : { current: CURRENT, changes: [CHANGE] }),
  )
  await renderFeature(<BrandView revision={1} />)
  await screen.findByLabelText('Name')
  return {
    posts: () => calls.filter(({ method }) => method === 'POST'),
    user: userEvent.setup(),
  }
}

it('shows name and accent in both themes as they are typed, and sends them after a question', async () => {
  const { posts, user } = await shown()
  await fillIn(user, screen.getByLabelText('Name'), 'Open Tick')
  await fillIn(user, screen.getByLabelText('Accent, light theme'), '#5B2A86')
  await fillIn(user, screen.getByLabelText('Accent, dark theme'), '#c9a7f0')
  const [light, dark] = screen.getAllByRole('figure')
  expect(light?.style.getPropertyValue('--color-brand')).toBe('#5b2a86')
  expect(dark?.style.getPropertyValue('--color-brand')).toBe('#c9a7f0')
  expect(within(light ?? document.body).getByText('Open Tick')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Change the brand' }))
  expect(posts()).toEqual([])
  const dialog = await screen.findByRole('alertdialog')
  await user.click(within(dialog).getByRole('button', { name: 'Change the brand' }))
  await act(async () => undefined)
  await waitFor(() => expect(posts()).toHaveLength(1))
  expect(body.parse(JSON.parse(posts()[0]?.body ?? ''))).toEqual({
    replaces: '4',
    brand: {
      ...DEFAULT_BRAND,
      name: 'Open Tick',
      colours: { light: '#5b2a86', dark: '#c9a7f0' },
    },
  })
})

it('says why an accent is refused, with the figure, and sends nothing', async () => {
  const { posts, user } = await shown()
  const field = screen.getByLabelText('Accent, light theme')
  await fillIn(user, screen.getByLabelText('Accent, dark theme'), '#c9a7f0')
  await fillIn(user, field, '#8ab4f8')
  expect(screen.getByRole('alert').textContent).toMatch(
    /contrast is 1\.\d:1, at least 4\.5:1 is needed/,
  )
  await user.click(screen.getByRole('button', { name: 'Change the brand' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await fillIn(user, field, '#038441')
  expect(screen.getByRole('alert').textContent).toContain('looks like that of a result')
  expect(posts()).toEqual([])
})

it('leaves to the build what has no text, and names the field of what is wrong', () => {
  const fields = fieldsOfBrand(DEFAULT_BRAND)
  expect(judge(brandForm, fields).output).toEqual(DEFAULT_BRAND)
  const wrong = {
    ...fields,
    name: ' ',
    'colours.light': '#5b2a86',
    'office.name': 'Office',
    'links.site': 'http://example.com',
    'links.others.0.label': 'Forum',
  }
  expect(judge(brandForm, wrong).issues).toEqual({
    name: 'empty',
    'colours.dark': 'empty',
    'office.address': 'empty',
    'links.site': 'format',
    'links.others.0.url': 'empty',
  })
})
