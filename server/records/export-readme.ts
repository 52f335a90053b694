/** The README of the export. */

/** The text of the README, the first file of the archive. */
export const EXPORT_README = `Everything this server keeps about you, as it stood at one moment.

Lists come newest first, as JSON; those with amounts as CSV too. Amounts are decimals, moments are UTC.

profile.json           who you are here, your balance, and which second factors are on
verification.json      each identity you sent in, masked: names and numbers are kept sealed
payout-accounts.json   where withdrawals went and go, masked
photos.json            photos you sent; while one is kept you can look at it in the app
ledger.json, .csv      every change of your account, with the balance after it; entries, in the JSON, says what it
                       changed on each of your accounts, holds included
orders.json, .csv      your orders with the ticks that decided them; prices are whole numbers of the smallest step
receipts.json          the signed statement of each order; the signature is Ed25519 over the text, byte for byte
deposits, withdrawals  the documents and where their review stands
fund-account           your place in the balance fund; the figures of a day are of the day openedThrough
fund-lots              transfers in and credited income; cancellableUntil is the cut-off, remaining what is left of it
fund-withdrawals       withdrawals from the fund; fromLots, in the JSON, says which lots each was paid from
fund-income            each day's income: share in cents x dailyRateMillionths + carryBefore is credited in cents
                       x 1,000,000 + carryAfter, exactly
price-alerts.json      prices you wanted to hear of; they are whole numbers of the smallest step
own-limits.json        each change of the limits you set for yourself and each break; value holds from at, nextValue
                       from nextAt on, and null is no limit
push-devices.json      browsers that asked to be pushed to, and push-switches.json what about
messages.json          what the house told you
customer-service.json  what you, staff and the practice helper wrote, and customer-service-marks.json how far each
                       side had read
acts.json              what operators and the practice reviewer did that concerns you. Each hash is SHA-256 over the
                       fields fairtick-operator-2, seq, at, actor, act, number, ref, reason and previousHash, each as
                       its length in bytes, a colon and the field; number is the one in your profile, at is in
                       milliseconds as in the file, reason may be an operator's own words (why in the file), and an
                       absent reason is empty. Where format is 1, the fields begin with fairtick-operator-1 and are
                       joined by |
log-ins.json           when, where and on which device somebody logged in, tried to, or was refused
sessions.json          devices that are or were signed in

Never in here: passwords, keys, codes and their digests, and what belongs to anybody else.
`
