/** The page that checks receipts without a network or a server: one file that can be opened anywhere. */
import { formatFor } from '#i18n/format.ts'
import { isLanguage, type Language } from '#i18n/languages.ts'
import { matchLanguage } from '#rules/match-language.ts'
import { spanTexts } from '#i18n/span-texts.ts'
import { deviceTools, keyIdOf, type PublicKeys, sha256Hex } from '#proof/device-tools.ts'
import type { AcceptanceReceipt } from '#contract/order.ts'
import type { ChainRecord } from '#contract/record-chain.ts'
import type { AnyReceipt, ReceiptEvidence } from '#contract/settlement-receipt.ts'
import type { SignedText } from '#contract/signed-text.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { historyFault } from '#rules/history-compare.ts'
import { lateSpots } from '#rules/outage.ts'
import { checkReceipt, type ReceiptReport } from '#rules/receipt-check.ts'
import { receiptFingerprint } from '#rules/receipt.ts'
import { restoreBehind, signedRestores, type StartRecord } from '#rules/restore.ts'
import { areBound, seedLabel } from '#rules/seed-hour.ts'
import { make } from './make.ts'
import { readFileText } from './read-file.ts'
import { quoteLists, tradeLists } from './source-lists.ts'
import { filled, LANGUAGES, textsOf } from './texts.ts'

interface Chosen {
  receipts: { name: string; receipt: AnyReceipt }[]
  /** The receipts issued at the purchase, by order number. */
  purchases: Map<string, AcceptanceReceipt>
  history: TickRecord[][]
  historyNames: string[]
  keys: PublicKeys
  /** Those of the pages that the keys came with. */
  checkpoints: SignedText[]
  /** Records of the chain of the server's starts. */
  starts: ChainRecord[]
  unknown: string[]
}

const chosen: Chosen = {
  receipts: [],
  purchases: new Map(),
  history: [],
  historyNames: [],
  keys: [],
  checkpoints: [],
  starts: [],
  unknown: [],
}
let language: Language = matchLanguage(navigator.languages) ?? 'en'

/** The Ed25519 keys among them, with their ids. */
const namedKeys = (publicKeys: readonly string[]): PublicKeys =>
  publicKeys.flatMap((publicKey) => {
    const keyId = keyIdOf(publicKey)
    return keyId === null ? [] : [{ keyId, publicKey }]
  })

async function take(files: readonly File[]): Promise<void> {
  for (const file of files) {
    const text = await file.text()
    const read = readFileText(text)
    if (read.kind === 'receipt') chosen.receipts.push({ name: file.name, receipt: read.receipt })
    else if (read.kind === 'purchase') chosen.purchases.set(read.order, read.purchase)
    else if (read.kind === 'ticks') {
      chosen.history.push(read.records)
      chosen.historyNames.push(file.name)
    } else if (read.kind === 'keys' && namedKeys(read.publicKeys).length > 0) {
      chosen.keys.push(...namedKeys(read.publicKeys))
      chosen.checkpoints.push(...read.checkpoints)
    } else if (read.kind === 'starts') chosen.starts.push(...read.records)
    else chosen.unknown.push(file.name)
  }
  await show()
}

function stepItem(
  { step, verdict, seq }: ReceiptReport['steps'][number],
  seeds: ReceiptReport['seeds'],
): HTMLLIElement {
  const { step: steps, state, record, seed } = textsOf(language)
  if (step === 'seed' && verdict === 'holds' && !areBound(seeds)) {
    const unshown = make('li', 'absent', seed.unshown)
    Object.assign(unshown.dataset, { step, verdict })
    return unshown
  }
  const where = seq === undefined ? '' : ` ${filled(record, { seq })}`
  const item = make('li', verdict, `${steps[step]}${where}\u00A0· `, make('b', '', state[verdict]))
  item.dataset['step'] = step
  item.dataset['verdict'] = verdict
  return item
}

/** The step that a shared receipt does not have, so that no one takes it for checked. */
function sharedItems({ absent }: ReceiptReport): HTMLLIElement[] {
  if (!absent.includes('ledger')) return []
  const { step: steps, shared } = textsOf(language)
  const item = make('li', 'absent', `${steps.ledger}\u00A0· `, make('b', '', shared.state))
  item.dataset['step'] = 'ledger'
  item.dataset['verdict'] = 'absent'
  return [item]
}

/** What the receipt shows of the seeds of its hours. This page cannot verify a round of drand. */
function seedNotes({ seeds }: ReceiptReport): HTMLElement[] {
  const { seed: texts } = textsOf(language)
  if (seeds === null) return [make('p', 'small', texts.absent)]
  const times = formatFor(language)
  return seeds.flatMap((hour) => {
    const { promised, number, hours } = seedLabel(hour)
    const { startsAt, seed, round } = hour
    const values = { time: times.dateClock(startsAt), number: number ?? '', hours }
    const note = make('p', 'small', `${filled(texts[promised], values)} ${texts[seed]}`)
    note.dataset['promised'] = promised
    const rounds =
      round === null
        ? []
        : [make('p', 'small', filled(texts.round[round.verdict], { round: round.round }))]
    return [note, ...rounds]
  })
}

/** The restores that a checkpoint signed with a trusted key names; null if the chosen chain is not named by any. */
async function chosenRestores(): Promise<readonly StartRecord[] | null> {
  const { starts, checkpoints, keys } = chosen
  if (starts.length === 0) return []
  const records = [...starts].sort((one, other) => one.seq - other.seq)
  return signedRestores({ records, checkpoints }, deviceTools(keys))
}

/** Says that the server lost the history of a receipt, which stays proved. */
function restoreNotes(
  receipt: ReceiptEvidence,
  restores: readonly StartRecord[] | null,
): HTMLElement[] {
  const { page } = textsOf(language)
  if (restores === null) return [make('p', 'fails', page.startsUnsigned)]
  const restore = restoreBehind(receipt, restores)
  if (restore === null) return []
  const time = formatFor(language).dateClock(restore.sinceMs)
  const note = make('p', 'small', filled(page.restored, { time }))
  note.dataset['restored'] = String(restore.number)
  return [note]
}

async function resultOf(
  { name, receipt }: Chosen['receipts'][number],
  restores: readonly StartRecord[] | null,
): Promise<HTMLElement> {
  const texts = textsOf(language)
  const trusted = chosen.keys.length > 0
  const keys = trusted ? chosen.keys : receipt.keys
  const given = chosen.purchases.get(receipt.order.id)
  const kept = given === undefined ? null : receiptFingerprint(given, sha256Hex)
  const report = await checkReceipt(receipt, deviceTools(keys), { kept })
  const other = historyFault(receipt, chosen.history, sha256Hex)
  const sound = other === null ? report.verdict : 'fails'
  // A receipt that is only signed with the key that it brings proves nothing.
  const isSound = sound === 'holds' || sound === 'unproved'
  const verdict = isSound && !trusted ? 'waiting' : sound
  const isOnlyKey = verdict !== sound
  const { order } = receipt
  const section = make(
    'section',
    `result ${verdict}`,
    make('h2', '', `${filled(texts.page.order, { id: order.id })} · ${order.symbol}`),
    make('p', 'verdict', isOnlyKey ? texts.page.unknownKey : texts[verdict]),
    ...(report.absent.includes('ledger') ? [make('p', 'small', texts.shared.note)] : []),
    ...restoreNotes(receipt, restores),
    ...awayNotes(report),
    ...lateNotes(receipt),
    make(
      'ol',
      '',
      ...report.steps.map((step) => stepItem(step, report.seeds)),
      ...sharedItems(report),
    ),
    ...seedNotes(report),
    ...tradeLists(receipt, language),
    ...quoteLists(receipt, language),
  )
  if (other !== null) section.append(make('p', 'fails', filled(texts.page.history, { seq: other })))
  const ids = keys.map(({ keyId }) => keyId).join(', ')
  section.append(make('p', 'small', `${name} · ${filled(texts.page.signedWith, { keys: ids })}`))
  section.dataset['order'] = order.id
  section.dataset['verdict'] = verdict
  return section
}

/** When the server was away around the order, and what that means. */
function awayNotes({ silences }: ReceiptReport): HTMLElement[] {
  const { away } = textsOf(language)
  const times = formatFor(language)
  const notes = silences.map(({ fromMs, toMs }) =>
    make('p', 'small', filled(away.span, spanTexts(times, fromMs, toMs))),
  )
  return notes.length === 0 ? [] : [...notes, make('p', 'small', away.why)]
}

/** Which of the decisive prices were written only after an outage, and why that changes nothing. */
function lateNotes(receipt: ReceiptEvidence): HTMLElement[] {
  const { late } = textsOf(language)
  const times = formatFor(language)
  const notes = lateSpots(receipt).map(({ spot, lateMs, outage }) =>
    make(
      'p',
      'small',
      filled(late[spot], {
        seconds: Math.ceil(lateMs / 1_000),
        ...spanTexts(times, outage.fromMs, outage.writtenAt),
      }),
    ),
  )
  return notes.length === 0 ? [] : [...notes, make('p', 'small', late.why)]
}

const notes = (): HTMLElement[] => {
  const { page } = textsOf(language)
  const note = (text: string, name: string) => make('p', 'small', filled(text, { name }))
  return [
    ...chosen.historyNames.map((name) => note(page.ticks, name)),
    ...[...chosen.purchases.keys()].map((order) => note(page.purchase, order)),
    ...chosen.keys.map(({ keyId }) => note(page.key, keyId)),
    ...chosen.unknown.map((name) => note(page.unknown, name)),
  ]
}

async function show(): Promise<void> {
  const restores = await chosenRestores()
  const results = await Promise.all(chosen.receipts.map((each) => resultOf(each, restores)))
  document.querySelector('#results')?.replaceChildren(...notes(), ...results)
}

function frame(): void {
  const { page } = textsOf(language)
  document.documentElement.lang = language
  document.title = page.title
  const files = make('input', '')
  Object.assign(files, { type: 'file', multiple: true })
  files.addEventListener('change', () => void take([...(files.files ?? [])]))
  const choice = make('select', '')
  choice.setAttribute('aria-label', page.language)
  for (const code of LANGUAGES) choice.append(new Option(code, code, false, code === language))
  choice.addEventListener('change', () => {
    if (isLanguage(choice.value)) language = choice.value
    frame()
  })
  const results = make('div', '')
  results.id = 'results'
  results.setAttribute('aria-live', 'polite')
  document.body.replaceChildren(
    make(
      'main',
      '',
      make('header', '', make('h1', '', page.title), choice),
      make('p', '', page.lead),
      make('label', 'choose', page.choose, files),
      results,
    ),
  )
  void show()
}

document.addEventListener('dragover', (event) => event.preventDefault())
document.addEventListener('drop', (event) => {
  event.preventDefault()
  void take([...(event.dataTransfer?.files ?? [])])
})
frame()
