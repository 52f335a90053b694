import { render, screen } from '@testing-library/react'
import { useState } from 'react'
import { HashRouter, useLocation } from 'react-router-dom'
import { expect, it } from 'vitest'
import { useMissedNavigation } from '#app/shell.tsx'

function Page() {
  useMissedNavigation()
  // As a link does that is tapped after the router read the address, and before it listens.
  useState(() => {
    location.hash = '#/second?tab=open'
  })
  const { pathname, search } = useLocation()
  return <main>{pathname + search}</main>
}

it('a link that is tapped while the app draws its first page is followed', async () => {
  location.hash = '#/first'
  render(
    <HashRouter>
      <Page />
    </HashRouter>,
  )
  expect(await screen.findByText('/second?tab=open')).toBeTruthy()
  expect(location.hash).toBe('#/second?tab=open')
})
