/**
 * A disk is lost while users trade, and a moment before that is restored from a backup and the archived WAL. Every
 * position of that moment is settled by the rule and its user is told, receipts hold, devices show the restore and no
 * alarm, deleted photos stay deleted, withdrawals wait, and a day that had left the database is shown as before.
 * Backups and restores are killed at random moments.
 */
import { execFileSync } from 'node:child_process'
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { selectFates } from '#support/crowd-results.ts'
import { HistoryDevice } from '#support/history-device.ts'
import { openProducts, withDatabase, withRunning } from '#support/killable-server.ts'
import { readByCommand, readByPython } from '#support/receipt-readers.ts'
import { checkOldDay, loseOldFiles, makeOldDay, type OldDay } from '#support/restore-old-day.ts'
import { backupsIn, faultOfBackup, filesIn, unfinishedIn } from '#support/restore-folders.ts'
import { checkNoHalf, killBackups, killRestores } from '#support/restore-kills.ts'
import { judge, type Lost, type Restored, settleAll } from '#support/restore-results.ts'
import {
  codeOf,
  deletePhotos,
  enter,
  isReadable,
  idsOf,
  type Users,
  withdraw,
} from '#support/restore-users.ts'
import { RestoreWorld } from '#support/restore-world.ts'
import { freePort } from '#support/server-process.ts'
import { choicesOf } from '#support/settle-choices.ts'
import { HANG_MS, pause, until } from '#support/until.ts'
import type { FaultContext, FaultScenario } from './runner.ts'

const SIZES = {
  short: { traders: 6, kills: 1, tradeMs: 1_500, losses: 1 },
  ci: { traders: 8, kills: 1, tradeMs: 1_500, losses: 1 },
  full: { traders: 40, kills: 20, tradeMs: 20_000, losses: 2 },
}
/** The shortest order, and what decides and signs it. */
const SETTLED_MS = 45_000
/** Between the moment that is restored and the loss of the disk. */
const LOST_MS = 40_000
/** A checkpoint, and time for it. */
const SIGNED_MS = 12_000
/** How long a restore takes, as a multiple of a backup. */
const RESTORE_SHARE = 1.6
const MEBIBYTE = 2 ** 20

interface Drill extends Restored {
  size: (typeof SIZES)['ci']
  pick: (count: number) => number
  /** The arguments with which a reader verifies a receipt from before. */
  receipt: readonly string[]
  devices: Record<'connected' | 'away', HistoryDevice>
  /** A day that left the database before the backup. */
  old: OldDay
  /** A device that hears of no restore. */
  witness: HistoryDevice
}

interface Loss extends Lost {
  /** A later moment, before the disk was lost. */
  later: number
  backupMs: number
}

/** Kept from the loss of the disk. */
const silentOf = (world: RestoreWorld): string => join(world.folder, 'silent')

const secondsOf = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
const sizeOf = (folder: string): string => {
  const bytes = filesIn(folder).reduce((sum, file) => sum + statSync(file).size, 0)
  return `${Math.round(bytes / MEBIBYTE)} MiB`
}

/** A receipt and the keys, as a user keeps them. */
async function saveReceipt(world: RestoreWorld, { traders }: Users): Promise<string[]> {
  const [trader] = traders.visitors
  const [product] = await openProducts(world.url, world.now + SETTLED_MS)
  if (trader === undefined || product === undefined) throw new Error('no one trades')
  const placed = await traders.order(trader, traders.bodyOf(product))
  await world.play(SETTLED_MS)
  const receipt = await until('the receipt of a settled order', async () => {
    const answer = await trader.get(`/api/orders/${placed?.id}/receipt`)
    return answer.status === 200 && answer
  })
  const [file, keys] = [join(world.folder, 'receipt.json'), join(world.folder, 'keys.json')]
  writeFileSync(file, receipt.text)
  writeFileSync(keys, (await trader.get('/api/checkpoints')).text)
  return [file, '--key', keys]
}

function verifyReceipt({ receipt, context }: Drill, when: string): void {
  for (const [name, read] of Object.entries({ command: readByCommand, python: readByPython })) {
    const { status, text } = read(...receipt)
    context.check(status === 0, `${name}, ${when}: ${text}`)
  }
}

/** Backs up while users trade, with kills before. Returns how long the last backup took. */
async function backUp({ world, users, context, size, pick }: Drill): Promise<number> {
  const { check, count, log } = context
  const first = await world.backup()
  check(first.code === 0, first.output)
  await killBackups(world, { times: size.kills, wholeMs: first.ms, pick, check, count })
  const before = users.traders.placed.length
  const last = await world.backup()
  check(last.code === 0, `a backup after the kills: ${last.output}`)
  check(users.traders.placed.length > before, 'no order was taken during a backup')
  check(unfinishedIn(world.backups).length === 0, 'half a backup is left')
  const backups = backupsIn(world.backups)
  for (const fault of backups.map(faultOfBackup)) check(fault === null, fault ?? '')
  log(`a backup took ${secondsOf(last.ms)}, ${sizeOf(backups.toSorted().at(-1) ?? '')}`)
  return last.ms
}

/** Everything until the disk is lost. */
async function loseDisk(drill: Drill): Promise<Loss> {
  const { world, users, size, devices, witness, context } = drill
  const [first, second] = users.photos
  await users.traders.on()
  const backupMs = await backUp(drill)
  if (first !== undefined) context.check(await deletePhotos(first), 'no photo was deleted')
  await pause(size.tradeMs)
  const moment = Date.now()
  await pause(size.tradeMs)
  await users.traders.off()
  if (second !== undefined) context.check(await deletePhotos(second), 'no photo was deleted')
  await devices.away.compare()
  await world.play(LOST_MS)
  for (const device of [devices.connected, witness]) await device.compare()
  const results = await withRunning(world.data, (owner) => selectFates(owner))
  const later = Date.now()
  await world.archived()
  await world.loseDisk()
  return { moment, later, backupMs, results }
}

async function restore(drill: Drill, { moment, backupMs }: Loss): Promise<void> {
  const { world, context, size, pick } = drill
  const { check, count } = context
  const kills = { times: size.kills, wholeMs: RESTORE_SHARE * backupMs, pick, check, count }
  await killRestores(world, { ...kills, name: 'restored', to: moment })
  const { code, output, ms } = await world.restore('restored', { to: moment })
  if (code !== 0) throw new Error(`a restore after the kills: ${output}`)
  context.log(`a restore took ${secondsOf(ms)}, ${sizeOf(world.at('restored'))}`)
  checkNoHalf(world, check)
  execFileSync('cp', ['-a', world.at('restored'), silentOf(world)])
  world.use('restored')
  world.launch()
  check(await world.server.ended(4 * HANG_MS), 'the server starts without --after-restore')
  check(world.server.output.includes('--after-restore'), `no reason: ${world.server.output}`)
}

/** As a control, the same data as a copy that does not say that it was restored, and archives to the same folder. */
async function startUnannounced(drill: Drill): Promise<void> {
  const { world, witness, users, size, context } = drill
  const { check } = context
  await world.server.stop()
  execFileSync('mv', [silentOf(world), world.at('silent')])
  rmSync(join(world.at('silent'), 'restored'))
  world.use('silent')
  await world.start()
  await witness.compare()
  const kind = witness.alarm?.kind ?? 'nothing'
  check(kind !== 'restored' && kind !== 'nothing', `a silent restore shows ${kind}`)
  const [trader] = users.traders.visitors
  const answer = await trader?.command('/api/practice-money', {}, world.newKey())
  const code = answer === undefined ? '' : codeOf(answer)
  check(code === 'history_lost', `money moves after a silent restore: ${code}`)
  if (size.losses === 1) return
  // The archive has another segment of this name, from the restore that was announced.
  await world.switchWal()
  await until('the log to say that the archive refuses it', () =>
    world.server.output.includes('the WAL is not archived'),
  )
}

/** Withdrawals wait until two operators have lifted the hold. */
async function checkHold({ world, users, context }: Drill): Promise<void> {
  const { customer, operators, withdrawal } = users
  const [anna, berta] = operators
  for (const operator of operators) await operator.logIn()
  const expect = (what: string, answer: string, wanted: string): void =>
    context.check(answer === wanted, `${what}: ${answer}, not ${wanted}`)
  const step = async (name: string, wanted: string): Promise<void> => {
    const { status, body } = await berta.step(withdrawal, name)
    const said = status === 200 ? (body as { status: string }).status : codeOf({ body })
    expect(name, said, wanted)
  }
  expect('a request', codeOf(await withdraw(world, customer)), 'withdrawals_wait')
  await step('review', 'review')
  await step('approve', 'withdrawals_wait')
  expect('one operator', JSON.stringify((await anna.lift()).body), '{"lifted":false}')
  expect('the same operator', codeOf(await anna.lift()), 'same_operator')
  await step('approve', 'withdrawals_wait')
  expect('two operators', JSON.stringify((await berta.lift()).body), '{"lifted":true}')
  await step('approve', 'approved')
  await step('pay', 'paying')
  await step('sent', 'paid')
  const again = await withdraw(world, customer)
  context.check(again.status === 200, `a request after the hold: ${again.text}`)
}

async function checkDevices({ world, devices, context }: Drill): Promise<void> {
  const all = { ...devices, later: new HistoryDevice(world.url) }
  await world.play(SIGNED_MS)
  for (const [name, device] of Object.entries(all)) {
    await device.compare()
    const kind = device.alarm?.kind ?? 'nothing'
    context.check(kind === 'restored', `the device ${name} shows ${kind}`)
  }
}

/** The photos before this number are deleted, the others can be read. */
async function checkPhotos({ world, users, context }: Drill, deleted: number): Promise<void> {
  const files = filesIn(join(world.data, 'photos')).map((file) => basename(file))
  for (const [n, photo] of users.photos.entries()) {
    const isThere = files.includes(`${photo.photo}.sealed`)
    const isShown = await isReadable(photo)
    context.check(
      isThere === n >= deleted && isShown === n >= deleted,
      `photo ${n}: ${isShown}, ${isThere}`,
    )
  }
}

/** The disk of the restored server is lost as well, before another backup was made. */
async function loseAgain(drill: Drill, lost: Loss): Promise<void> {
  const { world, users, size, context } = drill
  const { check } = context
  const earlier = users.traders.placed.length
  await users.traders.on()
  await pause(size.tradeMs)
  await users.traders.off()
  const photo = users.photos.at(-1)
  if (photo !== undefined) check(await deletePhotos(photo), 'no photo was deleted')
  await world.archived()
  await world.loseDisk()
  const { placed } = users.traders
  const stored = async (name: string, to?: number): Promise<Set<string>> => {
    const { code, output } = await world.restore(name, to === undefined ? {} : { to })
    if (code !== 0) throw new Error(`${name}: ${output}`)
    return withDatabase(world.at(name), async (owner) => {
      const rows = await owner.query<{ id: string }>('select id::text from orders')
      return new Set(rows.map(({ id }) => id))
    })
  }
  const newest = await stored('newest')
  check(placed.length > earlier, 'no order after the restore')
  for (const id of idsOf(placed.slice(earlier))) check(newest.has(id), `order ${id} is missing`)
  // What the first restore left out is in the archive still.
  const other = await stored('later', lost.later)
  for (const { id, sentAt } of placed.filter(({ answeredAt }) => answeredAt < lost.later)) {
    check(other.has(id), `order ${id} of ${sentAt} is missing at the later moment`)
  }
  for (const id of idsOf(placed.slice(earlier))) check(!other.has(id), `order ${id} came later`)
  world.use('newest')
  await world.start(['--after-restore'])
  await checkPhotos(drill, users.photos.length)
  await checkOldDay(drill, drill.old, 'after the second restore')
}

async function drillOnce(world: RestoreWorld, context: FaultContext): Promise<void> {
  const pick = choicesOf(context.seed)
  const size = SIZES[context.scale]
  await world.prepare()
  world.use('data')
  const old = await makeOldDay({ world, context })
  const users = await enter(world, size.traders, pick)
  const device = (): HistoryDevice => new HistoryDevice(world.url)
  const devices = { connected: device(), away: device() }
  const receipt = await saveReceipt(world, users)
  const witness = device()
  const drill: Drill = { context, world, users, size, pick, receipt, old, devices, witness }
  const lost = await loseDisk(drill)
  await restore(drill, lost)
  await world.start(['--after-restore'])
  const readyAt = world.now
  await checkHold(drill)
  await checkPhotos(drill, 2)
  await settleAll(drill)
  await judge(drill, lost, { readyAt, least: size.traders, old: old.orderId })
  await checkDevices(drill)
  verifyReceipt(drill, 'after the restore')
  await checkOldDay(drill, old, 'after the restore')
  await loseOldFiles(drill, old)
  if (size.losses > 1) await loseAgain(drill, lost)
  await startUnannounced(drill)
}

export const run: FaultScenario = async (context) => {
  const world = new RestoreWorld(await freePort())
  try {
    await drillOnce(world, context)
  } finally {
    await world.end()
  }
}
