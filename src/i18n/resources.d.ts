/** Keys are typed from the zh-CN texts, the source of all keys. */
import type about from '../../locales/zh-CN/about.json' with { type: 'json' }
import type access from '../../locales/zh-CN/access.json' with { type: 'json' }
import type alerts from '../../locales/zh-CN/alerts.json' with { type: 'json' }
import type push from '../../locales/zh-CN/push.json' with { type: 'json' }
import type cashier from '../../locales/zh-CN/cashier.json' with { type: 'json' }
import type chart from '../../locales/zh-CN/chart.json' with { type: 'json' }
import type common from '../../locales/zh-CN/common.json' with { type: 'json' }
import type desk from '../../locales/zh-CN/desk.json' with { type: 'json' }
import type facts from '../../locales/zh-CN/facts.json' with { type: 'json' }
import type errors from '../../locales/zh-CN/errors.json' with { type: 'json' }
import type favourites from '../../locales/zh-CN/favourites.json' with { type: 'json' }
import type fund from '../../locales/zh-CN/fund.json' with { type: 'json' }
import type home from '../../locales/zh-CN/home.json' with { type: 'json' }
import type identity from '../../locales/zh-CN/identity.json' with { type: 'json' }
import type limits from '../../locales/zh-CN/limits.json' with { type: 'json' }
import type market from '../../locales/zh-CN/market.json' with { type: 'json' }
import type messages from '../../locales/zh-CN/messages.json' with { type: 'json' }
import type help from '../../locales/zh-CN/help.json' with { type: 'json' }
import type offline from '../../locales/zh-CN/offline.json' with { type: 'json' }
import type orders from '../../locales/zh-CN/orders.json' with { type: 'json' }
import type places from '../../locales/zh-CN/places.json' with { type: 'json' }
import type privacy from '../../locales/zh-CN/privacy.json' with { type: 'json' }
import type products from '../../locales/zh-CN/products.json' with { type: 'json' }
import type security from '../../locales/zh-CN/security.json' with { type: 'json' }
import type recovery from '../../locales/zh-CN/recovery.json' with { type: 'json' }
import type results from '../../locales/zh-CN/results.json' with { type: 'json' }
import type records from '../../locales/zh-CN/records.json' with { type: 'json' }
import type settings from '../../locales/zh-CN/settings.json' with { type: 'json' }
import type status from '../../locales/zh-CN/status.json' with { type: 'json' }
import type strip from '../../locales/zh-CN/strip.json' with { type: 'json' }
import type sharing from '../../locales/zh-CN/sharing.json' with { type: 'json' }
import type support from '../../locales/zh-CN/support.json' with { type: 'json' }
import type tabs from '../../locales/zh-CN/tabs.json' with { type: 'json' }
import type ticket from '../../locales/zh-CN/ticket.json' with { type: 'json' }
import type trading from '../../locales/zh-CN/trading.json' with { type: 'json' }
import type shortcuts from '../../locales/zh-CN/shortcuts.json' with { type: 'json' }
import type trust from '../../locales/zh-CN/trust.json' with { type: 'json' }
import type proof from '../../locales/zh-CN/proof.json' with { type: 'json' }
import type user from '../../locales/zh-CN/user.json' with { type: 'json' }
import type venues from '../../locales/zh-CN/venues.json' with { type: 'json' }
import type verify from '../../locales/zh-CN/verify.json' with { type: 'json' }

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      about: typeof about
      access: typeof access
      alerts: typeof alerts
      push: typeof push
      cashier: typeof cashier
      chart: typeof chart
      common: typeof common
      desk: typeof desk
      errors: typeof errors
      favourites: typeof favourites
      facts: typeof facts
      fund: typeof fund
      home: typeof home
      identity: typeof identity
      limits: typeof limits
      market: typeof market
      messages: typeof messages
      help: typeof help
      offline: typeof offline
      orders: typeof orders
      places: typeof places
      privacy: typeof privacy
      products: typeof products
      security: typeof security
      records: typeof records
      recovery: typeof recovery
      results: typeof results
      settings: typeof settings
      status: typeof status
      strip: typeof strip
      sharing: typeof sharing
      support: typeof support
      tabs: typeof tabs
      ticket: typeof ticket
      trading: typeof trading
      shortcuts: typeof shortcuts
      trust: typeof trust
      proof: typeof proof
      user: typeof user
      venues: typeof venues
      verify: typeof verify
    }
  }
}
