/** The page of words that stands first in the download of everything. */

export const EXPORT_README = `Everything this server keeps about you, as it stood at one moment.

Lists come newest first, as JSON; those with amounts as CSV too. Amounts are decimals, moments are UTC.

profile.json           who you are here, your balance, and which second factors are on
verification.json      each identity you sent in, masked: names and numbers are kept sealed
payout-accounts.json   where withdrawals went and go, masked
photos.json            photos you sent; while one is kept you can look at it in the app
ledger.json, .csv      every change of your account, with the balance after it
orders.json, .csv      your orders with the ticks that decided them; prices are whole numbers of the smallest step
receipts.json          the signed statement of each order; the signature is Ed25519 over the text, byte for byte
deposits, withdrawals  the documents and where their review stands
messages.json          what the house told you
acts.json              what operators and the practice reviewer did that concerns you. Each hash is SHA-256 over
                       fairtick-operator-1|seq|at|actor|act|number|ref|reason|previousHash, where number is the one
                       in your profile, at is in milliseconds as in the file, and an absent reason is empty
log-ins.json           when, where and on which device somebody logged in or tried to
sessions.json          devices that are or were signed in

Never in here: passwords, keys, codes and their digests, and what belongs to anybody else.
`
