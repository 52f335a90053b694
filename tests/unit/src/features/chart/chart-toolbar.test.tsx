import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useAtomValue } from 'jotai'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MAIN_CHOICES } from '#features/chart/chart-choices.ts'
import { ChartToolbar } from '#features/chart/chart-toolbar.tsx'
import { renderFeature } from '../render-feature.tsx'

function Toolbar({ full, onFull }: { full: boolean; onFull: (full: boolean) => void }) {
  const kind = useAtomValue(MAIN_CHOICES.kindAtom)
  return <ChartToolbar kind={kind === 'live' ? 'live' : 'bars'} screen={{ full, onFull }} />
}

afterEach(() => localStorage.clear())

const namesIn = (group: string): string[] =>
  within(screen.getByRole('group', { name: group }))
    .getAllByRole('button')
    .map((button) => button.textContent)
const pressed = (name: string | RegExp): string | null =>
  screen.getByRole('button', { name }).getAttribute('aria-pressed')

describe('the toolbar of the chart', () => {
  it('begins with the live line of a minute and offers four spans', async () => {
    await renderFeature(<Toolbar full={false} onFull={() => {}} />)
    expect(pressed('Live line')).toBe('true')
    expect(namesIn('Time span')).toEqual([
      '15s 15 seconds',
      '1m 1 minute',
      '5m 5 minutes',
      '15m 15 minutes',
    ])
    expect(pressed(/1 minute$/)).toBe('true')
    expect(screen.queryByRole('button', { name: 'Indicators' })).toBeNull()
  })

  it('offers candles from five seconds to a day, and remembers the choice', async () => {
    const user = userEvent.setup()
    await renderFeature(<Toolbar full={false} onFull={() => {}} />)
    await user.click(screen.getByRole('button', { name: 'Candles' }))
    expect(namesIn('Interval').map((text) => text.split(' ')[0])).toEqual([
      '5s',
      '15s',
      '1m',
      '5m',
      '15m',
      '30m',
      '1h',
      '4h',
      '1D',
    ])
    await user.click(screen.getByRole('button', { name: /15 seconds$/ }))
    expect(pressed(/15 seconds$/)).toBe('true')
    expect(localStorage.getItem('chartStyle')).toBe('candles')
    expect(localStorage.getItem('chartInterval')).toBe('15s')
  })

  it('offers the same as a list, for charts that have no room for all of them side by side', async () => {
    const user = userEvent.setup()
    await renderFeature(<Toolbar full={false} onFull={() => {}} />)
    const list = screen.getByRole('combobox', { name: 'Time span' })
    expect(list).toHaveProperty('value', '1m')
    await user.selectOptions(list, '5m')
    expect(pressed('5m 5 minutes')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Candles' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Interval' }), '1d')
    expect(localStorage.getItem('chartInterval')).toBe('1d')
  })

  it('lists the indicators with their parameters and switches them', async () => {
    localStorage.setItem('chartStyle', 'candles')
    const user = userEvent.setup()
    await renderFeature(<Toolbar full={false} onFull={() => {}} />)
    await user.click(screen.getByRole('button', { name: 'Indicators' }))
    const sheet = within(await screen.findByRole('dialog'))
    const average = sheet.getByRole('switch', { name: 'MA (5, 10, 30)' })
    expect((average as HTMLInputElement).checked).toBe(true)
    await user.click(sheet.getByRole('switch', { name: 'BOLL (20, 2)' }))
    await user.click(sheet.getByRole('switch', { name: 'MACD (12, 26, 9)' }))
    await waitFor(() =>
      expect(localStorage.getItem('chartIndicators')).toBe(JSON.stringify(['boll', 'macd'])),
    )
  })

  it('asks for the whole screen, and for less of it', async () => {
    const user = userEvent.setup()
    const asked = vi.fn()
    const { view } = await renderFeature(<Toolbar full={false} onFull={asked} />)
    await user.click(screen.getByRole('button', { name: 'Full screen' }))
    expect(asked).toHaveBeenLastCalledWith(true)
    view.unmount()
    await renderFeature(<Toolbar full onFull={asked} />)
    await user.click(screen.getByRole('button', { name: 'Exit full screen' }))
    expect(asked).toHaveBeenLastCalledWith(false)
  })
})
