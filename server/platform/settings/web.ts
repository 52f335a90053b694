/** How the server is reached, and what it says of itself. */
import { z } from 'zod'
import { isAddress, isHostName, isOrigin } from '#server/platform/settings/addresses.ts'
import {
  list,
  onOff,
  optional,
  wholeNumber,
  type Settings,
} from '#server/platform/settings/forms.ts'

export const WEB = {
  host: {
    env: 'HOST',
    flag: 'host',
    shows: 'address',
    help: 'where to listen (127.0.0.1)',
    form: z.string().default('127.0.0.1'),
  },
  port: {
    env: 'PORT',
    flag: 'port',
    shows: 'n',
    help: 'where to listen (8460)',
    form: wholeNumber(0, 65_535).default(8460),
  },
  publicAddress: {
    env: 'PUBLIC_ADDRESS',
    shows: 'https://…',
    help: 'where people reach the app, for search engines and previews of links to it (none)',
    form: optional(
      z.string().refine(isOrigin, {
        error: 'must be an address such as https://app.example, without a path',
      }),
    ),
  },
  allowedOrigins: {
    env: 'ALLOWED_ORIGINS',
    shows: 'https://…,…',
    help: 'pages served elsewhere',
    form: list
      .refine((all) => all.every(isOrigin), {
        error: 'must be origins such as https://app.example, separated by commas',
      })
      .default([]),
  },
  allowedHosts: {
    env: 'ALLOWED_HOSTS',
    shows: 'name,…',
    help: 'names this server answers to, besides localhost and addresses',
    form: list
      .refine((all) => all.every(isHostName), {
        error: 'must be names such as app.example, without port, separated by commas',
      })
      .default([]),
  },
  deskHosts: {
    env: 'DESK_HOSTS',
    shows: 'name,…',
    help: 'names that serve the desk, and not the app (none: every name serves both)',
    form: list
      .refine((all) => all.every(isHostName), {
        error: 'must be names such as desk.example, without port, separated by commas',
      })
      .default([]),
  },
  secureCookies: {
    env: 'SECURE_COOKIES',
    shows: 'on|off',
    help: 'behind HTTPS (off)',
    form: onOff('off'),
  },
  trustProxy: {
    env: 'TRUST_PROXY',
    shows: 'address,…',
    help: 'proxies whose X-Forwarded-For counts',
    form: list
      .refine((all) => all.every(isAddress), {
        error: 'must be addresses or networks such as 10.0.0.0/8, separated by commas',
      })
      .default([]),
  },
  metricsToken: {
    env: 'METRICS_TOKEN',
    shows: 'text',
    help: 'what a caller of /metrics must send, as Authorization: Bearer … (none: only this machine may read it)',
    form: optional(
      z.string().regex(/^[A-Za-z0-9._~+/=-]{32,200}$/, {
        error: 'must have 32 to 200 characters that a token may have: letters, digits and ._~+/=-',
      }),
    ),
  },
  logLevel: {
    env: 'LOG_LEVEL',
    shows: 'level',
    help: 'debug, info, warn, error or silent (info)',
    form: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'], {
        error: 'must be debug, info, warn, error or silent',
      })
      .default('info'),
  },
  rateFactor: {
    env: 'RATE_FACTOR',
    shows: 'n',
    help: 'multiplies every rate limit (1)',
    form: wholeNumber(1, 100_000).default(1),
  },
} as const satisfies Settings
