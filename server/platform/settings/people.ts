/** What users and operators may do, and how they reach each other. */
import { z } from 'zod'
import { mailAddress } from '#contract/mail.ts'
import { parseAmount } from '#rules/amounts.ts'
import { isGuarded, isMailServer, isOrigin } from '#server/platform/settings/addresses.ts'
import {
  contact,
  list,
  onOff,
  onOffWord,
  optional,
  path,
  wholeNumber,
  type Settings,
} from '#server/platform/settings/forms.ts'

export const PEOPLE = {
  practice: {
    env: 'PRACTICE',
    shows: 'on|off',
    help: 'practice money and a demo user (on)',
    form: onOff('on'),
  },
  practiceReviewer: {
    env: 'PRACTICE_REVIEWER',
    shows: 'on|off',
    help: 'answers by itself in practice mode (on)',
    form: optional(onOffWord),
  },
  guestsMax: {
    env: 'GUESTS_MAX',
    shows: 'n',
    help: 'guests at a time, in practice mode only (5000; 0: none)',
    form: wholeNumber(0, 1_000_000).default(5_000),
  },
  cashierMethods: {
    env: 'CASHIER_METHODS',
    shows: 'file',
    help: 'JSON: ways to deposit, without practice mode',
    form: path,
  },
  secondOperatorAbove: {
    env: 'SECOND_OPERATOR_ABOVE',
    shows: 'amount',
    help: 'deposits and withdrawals above need two operators (5000.00)',
    form: z
      .string()
      .transform(parseAmount)
      .refine((minor) => minor !== null, { error: 'must be an amount such as 5000.00' })
      .transform((minor) => minor ?? 0n)
      .default(500_000n),
  },
  passwordList: {
    env: 'PASSWORD_LIST',
    shows: 'file',
    help: 'leaked passwords that nobody may choose, one per line',
    form: path,
  },
  supportContact: {
    env: 'SUPPORT_CONTACT',
    shows: 'mailto:…',
    help: 'how users who cannot log in reach customer service: mailto:, tel: or https:// (none)',
    form: optional(contact('mailto:', 'tel:', 'https://')),
  },
  securityContact: {
    env: 'SECURITY_CONTACT',
    shows: 'mailto:…',
    help: 'where people report a hole, for /.well-known/security.txt: mailto: or https:// (none)',
    form: optional(contact('mailto:', 'https://')),
  },
  smtpUrl: {
    env: 'SMTP_URL',
    shows: 'smtps://user:password@host:port',
    help: 'the mail server that notices are sent by (none: no mail)',
    form: optional(
      z.string().refine(isMailServer, {
        error: 'must be an address such as smtps://user:password@mail.example:465',
      }),
    ),
  },
  mailFrom: {
    env: 'MAIL_FROM',
    shows: 'address',
    help: 'whom mail comes from',
    form: optional(
      z.string().refine((text) => mailAddress.safeParse(text).success, {
        error: 'must be an address such as notices@app.example',
      }),
    ),
  },
  webhookUrl: {
    env: 'WEBHOOK_URL',
    shows: 'https://…',
    help: 'where notices are posted to, for your own systems (nowhere)',
    form: optional(
      z.string().refine((url) => isGuarded(url, { secure: 'https:', plain: 'http:' }), {
        error: 'must begin with https:// and name no user, or be on this machine',
      }),
    ),
  },
  webhookSecret: {
    env: 'WEBHOOK_SECRET',
    shows: 'text',
    help: 'the key of the signatures of these posts, 32 to 200 characters',
    form: optional(
      z
        .string()
        .regex(/^[\x21-\x7e]{32,200}$/, { error: 'must have 32 to 200 characters without spaces' }),
    ),
  },
  pushServices: {
    env: 'PUSH_SERVICES',
    shows: 'origin,…',
    help: 'push services besides the browsers’ own, for tests',
    form: list
      .refine((all) => all.every(isOrigin), {
        error: 'must be origins such as https://push.example, separated by commas',
      })
      .default([]),
  },
  pushContact: {
    env: 'PUSH_CONTACT',
    shows: 'mailto:…',
    help: 'whom push services may write to',
    form: contact('mailto:', 'https://').default('mailto:push@fairtick.example'),
  },
} as const satisfies Settings
