/** The sections of the two pages of the privacy policy, in order. */
import type { SectionKeys } from '#features/articles/article-text.ts'
import { DEVICE_KEYS } from '#features/articles/device-keys.ts'
import type { TextKey } from '#i18n/text-key.ts'

type Sections = readonly SectionKeys<TextKey<'privacy'>>[]

/** The day of the last change of meaning in a text of either page. */
export const PRIVACY_CHANGED = '2026-11-30'

/** What is stored, and who may see it. */
export const PRIVACY: Sections = [
  {
    id: 'short',
    title: 'short.title',
    blocks: [
      { list: ['short.practice', 'short.few', 'short.outside', 'short.looks', 'short.yours'] },
    ],
  },
  {
    id: 'account',
    title: 'account.title',
    blocks: [
      'account.lead',
      { list: ['account.name', 'account.code', 'account.passwords', 'account.factors'] },
    ],
  },
  {
    id: 'identity',
    title: 'identity.title',
    blocks: [
      'identity.why',
      {
        list: [
          'identity.device',
          'identity.sealed',
          'identity.digest',
          'identity.delete',
          'identity.recovery',
        ],
      },
    ],
  },
  {
    id: 'money',
    title: 'money.title',
    blocks: [
      'money.orders',
      'money.forever',
      'money.shared',
      'money.payout',
      'money.proof',
      'money.chat',
    ],
  },
  {
    id: 'logIns',
    title: 'logIns.title',
    blocks: ['logIns.sessions', 'logIns.tries', 'logIns.counts', 'logIns.logs', 'logIns.browser'],
  },
  {
    id: 'who',
    title: 'who.title',
    blocks: [
      'who.operators',
      {
        list: [
          'who.logged',
          'who.search',
          'who.cannot',
          'who.practice',
          'who.others',
          'who.push',
          'who.mail',
        ],
      },
    ],
  },
]

/** Retention periods, what users can do, and what their own device stores. */
export const PRIVACY_MORE: Sections = [
  {
    id: 'kept',
    title: 'kept.title',
    blocks: [
      {
        pairs: [
          { term: 'kept.account', text: 'kept.accountFor' },
          { term: 'kept.identity', text: 'kept.identityFor' },
          { term: 'kept.photos', text: 'kept.photosFor' },
          { term: 'kept.recovery', text: 'kept.recoveryFor' },
          { term: 'kept.ledger', text: 'kept.ledgerFor' },
          { term: 'kept.answers', text: 'kept.answersFor' },
          { term: 'kept.events', text: 'kept.eventsFor' },
          { term: 'kept.sessions', text: 'kept.sessionsFor' },
          { term: 'kept.logIns', text: 'kept.logInsFor' },
          { term: 'kept.push', text: 'kept.pushFor' },
          { term: 'kept.mail', text: 'kept.mailFor' },
          { term: 'kept.acts', text: 'kept.actsFor' },
        ],
      },
      'kept.backups',
    ],
  },
  {
    id: 'rights',
    title: 'rights.title',
    blocks: [
      {
        list: [
          'rights.see',
          'rights.photos',
          'rights.devices',
          'rights.correct',
          'rights.close',
          'rights.cache',
        ],
      },
      'rights.not',
      'rights.law',
    ],
  },
  {
    id: 'device',
    title: 'device.title',
    blocks: [
      'device.cookies',
      { codes: DEVICE_KEYS.filter(({ where }) => where === 'cookie') },
      'device.storage',
      { codes: DEVICE_KEYS.filter(({ where }) => where === 'storage') },
      'device.kept',
      { codes: DEVICE_KEYS.filter(({ where }) => where === 'store') },
      'device.gone',
    ],
  },
  {
    id: 'outside',
    title: 'outside.title',
    blocks: [
      {
        list: [
          'outside.none',
          'outside.location',
          'outside.pictures',
          'outside.notices',
          'outside.maps',
          'outside.mapSite',
          'outside.passkeys',
        ],
      },
    ],
  },
  { id: 'contact', title: 'contact.title', blocks: ['contact.changes', 'contact.service'] },
]
