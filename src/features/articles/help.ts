/** The help: short articles about this product, each with links to further pages. */
import type { SectionKeys } from '#features/articles/article-text.ts'
import type { TextKey } from '#i18n/text-key.ts'
import { PATHS, type PageName } from '#lib/paths.ts'

export const HELP_IDS = [
  'rule',
  'result',
  'check',
  'fund',
  'practice',
  'limits',
  'password',
] as const
export type HelpId = (typeof HELP_IDS)[number]

export interface HelpItem {
  id: HelpId
  sections: readonly SectionKeys<TextKey<'help'>>[]
  readOn: readonly { page: PageName; to: string }[]
}

/** The id in a link; null when there is no such article. */
export const helpIdIn = (text: string | null): HelpId | null =>
  HELP_IDS.find((id) => id === text) ?? null

const CLOSED = { page: 'orders', to: `${PATHS.orders}?tab=settled` } as const
const to = (page: PageName): HelpItem['readOn'][number] => ({ page, to: PATHS[page] })

export const HELP: readonly HelpItem[] = [
  {
    id: 'rule',
    sections: [
      { id: 'what', title: 'rule.what.title', blocks: ['rule.what.text'] },
      {
        id: 'knows',
        title: 'rule.knows.title',
        blocks: [
          'rule.knows.lead',
          {
            list: [
              'rule.knows.direction',
              'rule.knows.start',
              'rule.knows.end',
              'rule.knows.prices',
            ],
          },
        ],
      },
      { id: 'blind', title: 'rule.blind.title', blocks: ['rule.blind.text'] },
      { id: 'bound', title: 'rule.bound.title', blocks: ['rule.bound.text'] },
    ],
    readOn: [to('trust'), to('about')],
  },
  {
    id: 'result',
    sections: [
      { id: 'entry', title: 'result.entry.title', blocks: ['result.entry.text'] },
      { id: 'exit', title: 'result.exit.title', blocks: ['result.exit.text'] },
      {
        id: 'outcome',
        title: 'result.outcome.title',
        blocks: [{ list: ['result.outcome.up', 'result.outcome.down', 'result.outcome.draw'] }],
      },
      { id: 'void', title: 'result.void.title', blocks: ['result.void.text'] },
    ],
    readOn: [to('trust'), CLOSED],
  },
  {
    id: 'check',
    sections: [
      {
        id: 'order',
        title: 'check.order.title',
        blocks: [
          {
            steps: [
              'check.order.open',
              'check.order.see',
              'check.order.compare',
              'check.order.device',
            ],
          },
        ],
      },
      { id: 'receipt', title: 'check.receipt.title', blocks: ['check.receipt.text'] },
      { id: 'record', title: 'check.record.title', blocks: ['check.record.text'] },
      { id: 'seed', title: 'check.seed.title', blocks: ['check.seed.text'] },
    ],
    readOn: [CLOSED, to('trust')],
  },
  {
    id: 'fund',
    sections: [
      { id: 'rate', title: 'fund.rate.title', blocks: ['fund.rate.text'] },
      { id: 'day', title: 'fund.day.title', blocks: ['fund.day.text'] },
      { id: 'rest', title: 'fund.rest.title', blocks: ['fund.rest.text'] },
      { id: 'own', title: 'fund.own.title', blocks: ['fund.own.text'] },
    ],
    readOn: [to('fundRules'), to('fund')],
  },
  {
    id: 'practice',
    sections: [
      { id: 'what', title: 'practice.what.title', blocks: ['practice.what.text'] },
      { id: 'get', title: 'practice.get.title', blocks: ['practice.get.text'] },
      { id: 'use', title: 'practice.use.title', blocks: ['practice.use.text'] },
      { id: 'not', title: 'practice.not.title', blocks: ['practice.not.text'] },
    ],
    readOn: [to('odds'), to('products')],
  },
  {
    id: 'limits',
    sections: [
      {
        id: 'which',
        title: 'limits.which.title',
        blocks: [
          {
            list: [
              'limits.which.stake',
              'limits.which.loss',
              'limits.which.deposit',
              'limits.which.positions',
            ],
          },
        ],
      },
      { id: 'looser', title: 'limits.looser.title', blocks: ['limits.looser.text'] },
      { id: 'pause', title: 'limits.pause.title', blocks: ['limits.pause.text'] },
      { id: 'when', title: 'limits.when.title', blocks: ['limits.when.text'] },
    ],
    readOn: [to('limits')],
  },
  {
    id: 'password',
    sections: [
      {
        id: 'never',
        title: 'password.never.title',
        blocks: [
          { list: ['password.never.password', 'password.never.code', 'password.never.payment'] },
        ],
      },
      { id: 'where', title: 'password.where.title', blocks: ['password.where.text'] },
      { id: 'type', title: 'password.type.title', blocks: ['password.type.text'] },
      {
        id: 'gone',
        title: 'password.gone.title',
        blocks: [
          {
            steps: [
              'password.gone.change',
              'password.gone.devices',
              'password.gone.factor',
              'password.gone.write',
            ],
          },
        ],
      },
      {
        id: 'lost',
        title: 'password.lost.title',
        blocks: [
          {
            steps: [
              'password.lost.open',
              'password.lost.pictures',
              'password.lost.wait',
              'password.lost.set',
            ],
          },
        ],
      },
    ],
    readOn: [to('password'), to('recovery'), to('settings')],
  },
]
