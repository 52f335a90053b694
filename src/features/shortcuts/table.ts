/** Every keyboard shortcut: what listens to keys and what explains them both read this table. */
import type { TextKey } from '#i18n/text-key.ts'

/** What a shortcut acts on is marked in the page: `data-shortcut`. */
export type Mark = 'search' | 'row' | 'up' | 'down' | 'durations' | 'pane'

interface Shortcut {
  /** As shown to the user. */
  shown: readonly string[]
  text: TextKey<'shortcuts'>
  /** As the browser names them. None for a key that the page itself answers. */
  keys: readonly string[]
  act?: { kind: 'focus' | 'press'; mark: Mark } | { kind: 'move' | 'duration' | 'help' | 'pane' }
}

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** No shortcut sends an order: `press` presses what opens the ticket or sets its direction. */
export const SHORTCUTS: readonly Shortcut[] = [
  { shown: ['/'], text: 'do.search', keys: ['/'], act: { kind: 'focus', mark: 'search' } },
  {
    shown: ['↑', '↓'],
    text: 'do.move',
    keys: ['ArrowUp', 'ArrowDown'],
    act: { kind: 'move' },
  },
  { shown: ['→'], text: 'do.star', keys: [] },
  { shown: ['Enter'], text: 'do.open', keys: [] },
  { shown: ['U'], text: 'do.up', keys: ['u'], act: { kind: 'press', mark: 'up' } },
  { shown: ['D'], text: 'do.down', keys: ['d'], act: { kind: 'press', mark: 'down' } },
  { shown: ['1', '9'], text: 'do.duration', keys: DIGITS, act: { kind: 'duration' } },
  { shown: ['F6', 'Shift+F6'], text: 'do.pane', keys: ['F6'], act: { kind: 'pane' } },
  { shown: ['?'], text: 'do.help', keys: ['?'], act: { kind: 'help' } },
  { shown: ['Esc'], text: 'do.close', keys: [] },
]
