/** The sections of "About us", in order. */
import type { SectionKeys } from '#features/articles/article-text.ts'
import type { TextKey } from '#i18n/text-key.ts'

export const ABOUT: readonly SectionKeys<TextKey<'about'>>[] = [
  { id: 'who', title: 'who.title', blocks: ['who.why', 'who.practice'] },
  {
    id: 'different',
    title: 'different.title',
    blocks: [
      {
        list: [
          'different.log',
          'different.rule',
          'different.operators',
          'different.seed',
          'different.bonus',
        ],
      },
    ],
  },
  {
    id: 'results',
    title: 'results.title',
    blocks: [
      { steps: ['results.entry', 'results.exit', 'results.outcome', 'results.void'] },
      'results.check',
    ],
  },
  {
    id: 'honest',
    title: 'honest.title',
    blocks: ['honest.profit', 'honest.past', 'honest.seed'],
  },
  { id: 'contact', title: 'contact.title', blocks: ['contact.service', 'contact.never'] },
]
