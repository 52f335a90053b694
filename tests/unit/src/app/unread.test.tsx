import { act, screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { expect, it } from 'vitest'
import { Shell } from '#app/shell.tsx'
import { PATHS } from '#lib/paths.ts'
import { renderFeature } from '../features/render-feature.tsx'

async function shell() {
  const { streams } = await renderFeature(
    <Routes>
      <Route element={<Shell />}>
        <Route path="*" element={<p>A page</p>} />
      </Route>
    </Routes>,
    PATHS.products,
  )
  const say = (unread: number) =>
    act(async () =>
      streams.state$('messages').next({ value: { unread, latest: [] }, asOf: streams.now }),
    )
  const tab = () => screen.getByRole('link', { name: /Me/ }).textContent
  return { streams, say, tab }
}

it('counts unread messages in the window’s title and on the tab of the personal centre', async () => {
  localStorage.setItem('token', 'handle')
  const { say, tab } = await shell()
  await say(3)
  expect(document.title).toBe('(3) Products · Fairtick')
  expect(tab()).toContain('3 unread messages')
  await say(1)
  expect(tab()).toContain('1 unread message')
  await say(0)
  expect(document.title).toBe('Products · Fairtick')
  expect(tab()).not.toContain('unread')
})

it('says no more than 99+', async () => {
  localStorage.setItem('token', 'handle')
  const { say } = await shell()
  await say(250)
  expect(document.title).toBe('(99+) Products · Fairtick')
})

it('asks for no messages while nobody is logged in', async () => {
  const { streams, tab } = await shell()
  expect(streams.leases.has('messages')).toBe(false)
  expect(tab()).not.toContain('unread')
})
