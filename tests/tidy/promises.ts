/** What the app promises about money, orders, results and data, and the test that makes each promise true. */

/** A file, the title of a test in it, and the texts that it makes true. */
type Proof = readonly [file: string, title: string, texts: string]

const IT = 'tests/integration'

export const PROOFS: readonly Proof[] = [
  [
    `${IT}/dealer-receipt.test.ts`,
    'names the record whose quote was altered in the database, in each reader',
    'proof:step.dealer venues:dealer.proof',
  ],
  [
    `${IT}/dealer-receipt.test.ts`,
    'shows the quotes of entry and exit, and each reader says what they do not prove',
    'about:different.live venues:dealer.quotes.lead',
  ],
  [
    `${IT}/recovery.test.ts`,
    'sets the password after the wait, ends every session, and holds withdrawals for seven days',
    'errors:recovery_not_ready messages:kind.recovery_done.text recovery:help.after',
  ],
  [
    `${IT}/recovery.test.ts`,
    'shows the same for an account that is verified and rejected, is not verified, or does not exist',
    `recovery:help.secret recovery:help.need recovery:before access:forgot.documents
    help:password.lost.open`,
  ],
  [
    `${IT}/recovery.test.ts`,
    'shows each device what can be vetoed, and locks the account, which the next recovery unlocks',
    'recovery:own.sureText recovery:own.none',
  ],
  [
    `${IT}/recovery.test.ts`,
    'by the safety word counts once in 30 days, and any word is answered alike',
    'recovery:word.help',
  ],
  [
    'tests/unit/src/features/recovery/ask-recovery.test.tsx',
    'asks, sends both pictures with the token, and gives the code only when it was kept',
    'recovery:code.lead',
  ],
  [
    'tests/unit/src/features/recovery/ask-recovery.test.tsx',
    'remembers the code if the user agrees',
    'recovery:code.remember',
  ],
  [
    `${IT}/account-locks.test.ts`,
    'opens no session whichever function is asked, and only a recovery ends it',
    'security:lock.lead errors:account_locked',
  ],
  [
    `${IT}/closing.test.ts`,
    'is refused to users whom no recovery could bring back',
    'security:lock.unverified',
  ],
  [
    `${IT}/closing.test.ts`,
    'holds the withdrawals that wait, and lets reviewers reject them',
    'security:lock.help',
  ],
  [
    `${IT}/closing.test.ts`,
    'needs the login password, and names what is in the way',
    'errors:closing_blocked',
  ],
  [
    `${IT}/closed-tables.test.ts`,
    'leaves no name, number or text of the user in any table that is kept for long',
    'security:close.help',
  ],
  [
    `${IT}/retention.test.ts`,
    'removes the answer of a command after seven days, and never carries the command out twice',
    'errors:key_expired privacy:kept.answersFor',
  ],
  [
    'tests/unit/src/lib/client-reports.test.ts',
    'has nothing of what was planted in an error, whatever its name',
    'privacy:logIns.browser',
  ],
  [
    'tests/unit/src/commands/run-command.test.ts',
    'sends nothing without %s, says so, and forgets the command',
    'errors:unsent',
  ],
  [
    `${IT}/free-space.test.ts`,
    'refuses orders too below 3 in 100, and says so to who sends it requests',
    'errors:storage_low',
  ],
  [
    'tests/e2e/blocked-socket.deep.spec.ts',
    'a user trades where the network cuts sockets, and the socket takes over when it may',
    'common:connection.polled offline:strip.polled status:connection.polled',
  ],
  [
    `${IT}/nobody-can-steer.test.ts`,
    'changes no password, order, result, tick, rate or balance, whatever it asks for',
    `help:rule.what.text ticket:guide.price.text
    trust:lead about:different.rule access:forgot.lead support:answer.password limits:own
    help:limits.looser.text fund:rules.section.rate.everybody fund:rules.section.rate.ahead
    fund:rules.rates.hint help:fund.rate.text orders:frozen.what.settled`,
  ],
  [
    'tests/unit/rules/receipt-silence.test.ts',
    'changes no result, and is never held silently: %s',
    'proof:unproved proof:away.why',
  ],
  [
    'tests/property/settle.test.ts',
    'records beyond the slice that the rule asks for change nothing',
    `help:rule.knows.lead orders:why.void.gap_at_entry orders:why.void.halt_at_entry
    orders:why.void.late_entry orders:why.void.gap_at_exit orders:why.void.halt_at_exit
    orders:why.void.stale_exit orders:why.void.too_few_ticks orders:why.void.too_late help:result.entry.text`,
  ],
  [
    `${IT}/trading.test.ts`,
    'voids on a gap at expiry, returns the stake and tells the user',
    `messages:kind.order_void.text orders:result.void proof:story.void records:settled.void
    sharing:card.why.void`,
  ],
  [
    `${IT}/trading.test.ts`,
    'pays a win, keeps a loss, and gives the stake back on a draw',
    'ticket:guide.loss.text',
  ],
  [
    `${IT}/signed-order.test.ts`,
    'an order after its start, with nothing debited and a signed refusal that is final',
    'errors:too_late errors:clock_ahead errors:device_unknown errors:signature_wrong errors:order_undone',
  ],
  [
    `${IT}/signed-order.test.ts`,
    'lists refused orders with how they would have ended',
    'orders:refused.lead trust:statistics.refusedLead',
  ],
  [
    `${IT}/statistics.test.ts`,
    'leave out what guests did, also after they registered',
    'trust:statistics.how',
  ],
  [
    `${IT}/frozen.test.ts`,
    'freezes that user, whose orders wait, and no one else',
    'orders:frozen.what.account messages:kind.order_frozen.text',
  ],
  [
    `${IT}/limits.test.ts`,
    'counts what is lost, what is open and what is asked for, so that nothing passes it',
    `limits:kinds.stake.about limits:kinds.daily_loss.about limits:kinds.daily_deposit.about
    limits:kinds.open_positions.about help:limits.which.positions`,
  ],
  [
    `${IT}/limits.test.ts`,
    'holds at once where it is tighter, and after a day where it is looser',
    'limits:lead',
  ],
  [
    `${IT}/limits.test.ts`,
    'nor shortens a break, nor rewrites the history',
    `limits:break.note limits:break.understood limits:break.timeOutText limits:break.exclusionText
    limits:limits.note errors:trading_paused help:limits.pause.text`,
  ],
  [
    `${IT}/guest-breaks.test.ts`,
    'no one registers on it, as a guest or not',
    'errors:device_paused privacy:device.known',
  ],
  [
    'tests/property/fund-income.test.ts',
    'ten years of random actions: credited stays at or below exact, by less than a cent, every day',
    `fund:rules.section.income.carry fund:details.income.hint help:fund.rest.text
    fund:rules.section.share.worth support:answer.fund`,
  ],
  [
    'tests/property/fund-income.test.ts',
    'recomputes what a naive model makes of the same movements and rates, day by day',
    `fund:rules.section.check.text fund:check.lead fund:check.nothing
    fund:check.agrees_one fund:check.agrees_other help:fund.own.text`,
  ],
  [
    `${IT}/fund.test.ts`,
    'is what the published rates make of the share, every day, and earns from the next day on',
    `fund:tab.visitor.points.income fund:details.transfer.note.confirmed fund:details.income.emptyHint
    fund:rules.section.cutOff.days`,
  ],
  [
    `${IT}/fund-limits.test.ts`,
    'takes what is redeemable and not a cent more, what is asked back already left out',
    'fund:withdraw.pendingHint errors:instant_limit_reached fund:details.transfer.step.redeemed',
  ],
  [
    `${IT}/money-command.test.ts`,
    'stores nothing of a command that fails, so its key may be tried again',
    'fund:state.confirmingHint',
  ],
  [`${IT}/alerts.test.ts`, 'is one alert, however often it is set', 'alerts:intro'],
  [
    `${IT}/payout.test.ts`,
    'takes two operators, tells the owner and holds withdrawals for 48 hours',
    `cashier:account.noneHint cashier:account.onceTitle cashier:account.once cashier:account.locked
    cashier:account.held support:answer.payout_change messages:kind.payout_account_changed.text`,
  ],
  [
    `${IT}/cashier-routes.test.ts`,
    'are refused for who is not verified, has no account, or says another fee',
    `cashier:withdraw.gate.noneHint cashier:withdraw.gate.holdHint privacy:identity.why
    support:answer.identity support:answer.withdrawal`,
  ],
  [
    `${IT}/verification.test.ts`,
    'approves: message, profile, log and the date until which photos are kept',
    'privacy:identity.delete verify:stored verify:delete.text privacy:kept.photosFor',
  ],
  [
    `${IT}/vault.test.ts`,
    'tells changed bytes, and the key of another purpose',
    'privacy:identity.sealed privacy:identity.digest privacy:account.passwords privacy:money.payout',
  ],
  [
    `${IT}/announcements.test.ts`,
    'cannot be changed or taken back, not even by the owner of the tables',
    'desk:announce.lead desk:announce.sure',
  ],
  [
    `${IT}/legal-texts.test.ts`,
    'never changes, for the owner of the tables either',
    'desk:legal.lead desk:legal.sure.reject',
  ],
  [
    `${IT}/brand.test.ts`,
    'is logged with its digest, and its changes are listed and never altered',
    'desk:brand.lead',
  ],
  [
    `${IT}/news.test.ts`,
    'is gone for everyone once it is withdrawn, once and for ever',
    'desk:news.lead desk:news.withdrawSure',
  ],
  [
    `${IT}/records.test.ts`,
    'stand newest first, each hash over the line before it and over the user’s own number',
    `privacy:money.forever privacy:kept.actsFor privacy:rights.not privacy:who.logged records:acts.hint
    records:emptyHint desk:log.hint desk:logIn.hint help:practice.what.text`,
  ],
  [
    `${IT}/support.test.ts`,
    'answers once under one key, and logs a conversation once a day, not once a line',
    'privacy:money.chat',
  ],
  [
    `${IT}/fund-rates.test.ts`,
    'begins with what is published, then tells everybody of each new rate, also logged out',
    'desk:rate.sure desk:rate.over',
  ],
  [
    `${IT}/market-simulated.test.ts`,
    'refuses to start on a log that somebody changed',
    'about:different.log support:answer.prices',
  ],
  [
    `${IT}/desk-log-in.test.ts`,
    'is required of every operator, and each code works once',
    'desk:logIn.codeHint desk:logIn.failed',
  ],
  [
    `${IT}/terms-notice.test.ts`,
    'is refused by the database without notice',
    'help:rule.bound.text',
  ],
  [
    `${IT}/withdrawal-factors.test.ts`,
    'takes each recovery code once',
    'security:recovery.lead security:totp.lead',
  ],
  [
    `${IT}/messages.test.ts`,
    'is shown to no operator',
    'messages:word.lead messages:word.have privacy:account.name',
  ],
  [
    `${IT}/outlet.test.ts`,
    'is in no row and in no line of the log',
    'privacy:who.mail settings:mail.help',
  ],
  [
    'tests/unit/server/outlet/mail-texts.test.ts',
    'of %s has no amount, no name and no number',
    'outlet:stop outlet:kinds.changed.text',
  ],
  [
    `${IT}/push.test.ts`,
    'reaches the browser alone, signed by the key that the browser knows, with nothing secret',
    'privacy:who.push push:note privacy:device.pushTexts',
  ],
  [
    'tests/tidy/privacy.test.ts',
    'names everything that the app keeps in local and session storage, and nothing else',
    'privacy:device.registerInfo privacy:device.session privacy:device.purchases chart:drawings.about',
  ],
  ['tests/tidy/privacy.test.ts', 'names the cookies', 'privacy:device.cookies'],
  [
    'tests/unit/src/features/recovery/ask-recovery.test.tsx',
    'shows the code after the page was loaded again, until it is taken',
    'privacy:device.recoveryCode',
  ],
  [
    'tests/tidy/privacy.test.ts',
    'is right that nothing is loaded from elsewhere',
    `privacy:short.few privacy:outside.title privacy:outside.location privacy:outside.pictures
    privacy:outside.notices privacy:outside.maps privacy:outside.mapSite privacy:who.others places:near.note
    proof:page.lead`,
  ],
  [
    'tests/unit/src/device/signing-keys.test.ts',
    'cannot be read, not even by the app',
    'privacy:device.signingKeys',
  ],
  [
    'tests/unit/src/features/shortcuts/press-key.test.tsx',
    'open the ticket and choose durations, and never order',
    'shortcuts:do.up shortcuts:do.down',
  ],
  [
    `${IT}/guests.test.ts`,
    'comes after thirty idle days: the session and where it came from go, the ledger stays',
    'access:guest.note access:logOut.text access:clear',
  ],
  [`${IT}/guests.test.ts`, 'is not merged with an account by logging in', 'access:logIn.text'],
  [
    `${IT}/guests.test.ts`,
    'cannot be logged in to, and its opening code invites no one',
    'access:code.invited access:code.operator user:code.nobody',
  ],
  [
    'tests/property/index-price.test.ts',
    'stays within the honest prices while fewer than half of the venues lie',
    'venues:lead',
  ],
  [
    'tests/property/credit-score.test.ts',
    'is the sum of whole parts, each within its own limit',
    'user:score.lead',
  ],
  [
    `${IT}/settled-receipt.test.ts`,
    'are in a record of the price log from before their start, which names no one',
    'home:hero.lead trust:example.hint proof:story.bought',
  ],
  [
    'tests/property/win-rate.test.ts',
    'the break-even rate is the least whole basis point at which nothing is lost',
    'trust:odds.even trust:odds.losers support:answer.odds about:honest.profit',
  ],
  [
    `${IT}/cashier-routes.test.ts`,
    'hold the amount, and are paid less the fee',
    'cashier:withdraw.cancelText fund:details.transfer.cancelText',
  ],
  [
    `${IT}/fund-limits.test.ts`,
    'comes five times a day, cancelled ones counted',
    `fund:rules.section.cancel.title fund:rules.section.cancel.pending fund:rules.section.cancel.instant
    fund:rules.section.cancel.confirmed fund:rules.section.cancel.income
    fund:details.withdrawal.note.instant fund:tab.cancelOver errors:cut_off_passed`,
  ],
]

/** Texts with such a word that promise nothing about money, orders, results or data. */
export const HARMLESS: Readonly<Record<string, string>> = {
  'a technical limit of the browser or the server, or a failed request': `
    alerts:failed chart:failed common:reason.photo_unreadable desk:unreachable desk:none desk:frozen.remains
    common:chunkFailed.missing common:list.incomplete errors:photo_unsupported errors:number_unreadable
    errors:field.checksum errors:push_service_unknown errors:no_cookies
    market:closed.watchOnly status:connection.offline status:connection.unreachable offline:needs.unreachable
    offline:strip.unreachable
    offline:awake.none offline:haptics.none offline:haptics.still orders:failed orders:picture.cut
    orders:receipt.fromDevice proof:unable
    proof:page.key proof:kept.fingerprint proof:seed.unshown proof:seed.late proof:seed.within proof:seed.absent
    proof:seed.lost push:unsupported push:loadFailed sharing:noPicture support:picture.unreadable
    support:picture.gone ticket:blocked.unreachable ticket:blocked.watchOnly ticket:device.unsigned
    ticket:device.mustSign settings:upColour.hint settings:notices.note`,
  'an instruction, a question or advice': `
    cashier:deposit.cancelText cashier:withdraw.neverPay access:forgot.never recovery:code.help
    desk:support.ready.secret desk:sure messages:kind.password_changed.text
    messages:kind.factor_changed.text help:password.never.title help:password.where.text
    help:password.type.text help:password.gone.devices
    home:help.items.password.title identity:welcome.practice.title support:intro.secret
    security:passkeys.lead verify:watermark`,
  'a fact about the product that no code decides': `
    about:honest.past about:honest.live facts:nature
    status:practice facts:hours.always facts:links.historyHint home:recommended.rule help:practice.what.title
    help:practice.not.text fund:rules.section.practice.text fund:rules.section.holidays.title
    fund:rules.section.rate.varies results:winRate.compared.above results:winRate.compared.unclear
    support:answer.practice_money support:answer.deposit support:answer.person_later places:office.example
    privacy:short.practice privacy:account.lead privacy:logIns.sessions common:list.noneFit
    venues:trades.recent venues:trades.day venues:before user:visitor.hint`,
  'what a button of a list does': 'chart:drawings.clear.text favourites:delete.text',
}
