import { expect, it } from 'vitest'
import { sources } from './repository.ts'

/**
 * Files with a character class of letters that was written by hand, and why it cannot refuse a genuine text of a user.
 * Names, addresses and other texts are of any script: use `\p{L}`, or rules/person-name.ts.
 */
const REASONS: Readonly<Record<string, string>> = {
  'contract/brand.ts': 'colours, and addresses of sites and mailboxes, which are Latin on the wire',
  'contract/cashier.ts': 'ids of deposit methods, which we choose',
  'contract/dealer-quote.ts': 'names of instruments, which the dealer chooses',
  'contract/factors.ts': 'codes that we make',
  'contract/index-price.ts': 'ids of trades, which venues choose',
  'contract/mail.ts': 'mail addresses, in the letters that every mail server takes',
  'contract/push.ts': 'base64url of a browser',
  'contract/recovery.ts': 'codes that we make',
  'contract/review.ts': 'names of reviewers, which the operator’s settings choose',
  'contract/scalars.ts': 'symbols, country codes and keys, which programs choose',
  'contract/sharing.ts': 'codes that we make',
  'contract/signed-order.ts': 'base64 of a device',
  'contract/signed-text.ts': 'a signature of our own, in base64',
  'contract/topics.ts': 'names of topics',
  'contract/account.ts': 'account names and opening codes by the specification, section 5',
  'rules/checkpoint.ts': 'lines that we write',
  'rules/currency-address.ts': 'the alphabets of base58 and bech32',
  'rules/identity-document.ts': 'numbers of countries whose documents have Latin letters only',
  'rules/payout-destination.ts': 'the country code of an IBAN',
  'rules/receipt-order.ts': 'the alphabet of base64',
  'rules/typed-number.ts': 'the codes of ISO 4217',
  'server/cashier/deposit-methods.ts': 'a creditor reference by ISO 11649',
  'server/identity/passkeys.ts': 'names of transports by WebAuthn',
  'server/market/feeds/live/venues/mexc.ts': 'symbols of a venue, which it chooses',
  'server/market/feeds/recordings.ts': 'what separates a symbol from the rest of a file name',
  'server/market/routes.ts': 'symbols, which we choose',
  'server/platform/settings/prices.ts': 'settings of the operator',
  'server/platform/settings/web.ts': 'settings of the operator',
  'server/platform/db/prepare-faults.ts': 'codes of system errors and of PostgreSQL',
  'server/platform/http/api-document.ts': 'names of our files',
  'server/platform/http/cookies.ts': 'base64url that we make',
  'server/records/export-store.ts': 'the scheme of an address',
  'src/features/recovery/kept.ts': 'codes that we make',
  'src/features/security/typed-proof.ts': 'codes that we make',
  'src/features/shortcuts/press-key.ts': 'keys of shortcuts',
  'src/proof/device-tools.ts': 'the lines around a key in PEM',
  'src/sw/cached-files.ts': 'names of our files',
}
const LETTERS = /\[[^\]\n']*(?:A-Z|a-z|A-H|a-h)[^\]\n]*\]/

it('has no character class of letters beside those with a reason', () => {
  const found = sources()
    .filter(({ text }) => text.split('\n').some((line) => LETTERS.test(line)))
    .map(({ path }) => path)
  expect(found.toSorted()).toEqual(Object.keys(REASONS).toSorted())
})
