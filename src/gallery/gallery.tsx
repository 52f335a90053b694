import { useEffect, useState } from 'react'
import { Segmented } from '#ui/segmented.tsx'
import { Controls } from './controls.tsx'
import { Feedback } from './feedback.tsx'
import { Fields } from './fields.tsx'
import { Lists } from './lists.tsx'
import { Overlays } from './overlays.tsx'
import { Panes } from './panes.tsx'
import { Reading } from './reading.tsx'

const THEMES = ['light', 'dark'] as const
const RISES = ['green', 'red'] as const

/** Every component of the design system in its states, in both themes and with both up colours. */
export function Gallery() {
  const asked = new URLSearchParams(location.search).get('theme') === 'dark' ? 'dark' : 'light'
  const [theme, setTheme] = useState<(typeof THEMES)[number]>(asked)
  const [up, setUp] = useState<(typeof RISES)[number]>('green')
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset['theme'] = theme
    dataset['up'] = up
  }, [theme, up])
  return (
    <main className="mx-auto flex max-w-phone flex-col gap-8 p-4">
      <h1 className="text-xl font-bold">Gallery</h1>
      <Segmented
        label="Theme"
        options={THEMES.map((id) => ({ id, label: id }))}
        selected={theme}
        onSelect={setTheme}
      />
      <Segmented
        label="Colour of up"
        options={RISES.map((id) => ({ id, label: `up is ${id}` }))}
        selected={up}
        onSelect={setUp}
      />
      <Controls />
      <Fields />
      <Feedback />
      <Lists />
      <Reading />
      <Panes />
      <Overlays />
    </main>
  )
}
