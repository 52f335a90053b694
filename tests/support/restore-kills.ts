/** Backups and restores that are killed at random moments, and what must not be left of them. */
import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { withRunning } from '#support/killable-server.ts'
import { digestsOf, unfinishedIn } from '#support/restore-folders.ts'
import type { RestoreWorld } from '#support/restore-world.ts'
import { ServerProcess } from '#support/server-process.ts'
import { HANG_MS, until } from '#support/until.ts'

/** A share of what is killed, because it takes a different time each time. */
const KILLED_WITHIN = 0.8
/** The database of a restore runs for longer. */
const RUNNING_MS = 1_000

/** How often, and how long what is killed takes. */
interface Kills {
  times: number
  wholeMs: number
  pick: (count: number) => number
  check(holds: boolean, what: string): void
  count(what: string): void
}

/** Kills backups of a running server. Half a one must be refused by a restore, and the server must lack nothing. */
export async function killBackups(world: RestoreWorld, kills: Kills): Promise<void> {
  const { check, count } = kills
  const keys = digestsOf(join(world.data, 'photos'))
  for (let n = 0; n < kills.times; n++) {
    const { code } = await world.backup({ afterMs: kills.pick(KILLED_WITHIN * kills.wholeMs) })
    count(code === null ? 'killed backups' : 'backups that ended before their kill')
    for (const name of unfinishedIn(world.backups)) {
      const from = join(world.backups, name)
      // Killed between its description and its name, it is whole.
      if (existsSync(join(from, 'backup.json'))) continue
      const { output } = await world.restore('half', { from })
      check(!existsSync(world.at('half')), `half a backup was restored: ${output}`)
    }
  }
  check(digestsOf(join(world.data, 'photos')) === keys, 'a killed backup changed the photos')
  await until('the database to forget the killed backups', () =>
    withRunning(world.data, async (owner) => {
      const slots = await owner.query('select 1 from pg_replication_slots')
      return slots.length === 0
    }),
  )
}

const restoring = (world: RestoreWorld): string[] =>
  execFileSync('ps', ['-A', '-ww', '-o', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(world.disk) && line.includes('unfinished'))

/** No server starts on what a killed restore left. */
async function refuseHalf(folder: string, { check }: Kills): Promise<void> {
  const server = new ServerProcess(folder, 0)
  server.start(['--after-restore'])
  const hasEnded = await server.ended(4 * HANG_MS)
  check(hasEnded, 'a server starts on half a restored folder')
  check(server.output.includes('restore'), `the refusal does not say why: ${server.output}`)
  await server.kill('SIGKILL')
}

/** Kills restores of a folder. What they read must not change, and the folder must not have its name. */
export async function killRestores(
  world: RestoreWorld,
  { name, to, ...kills }: Kills & { name: string; to: number },
): Promise<void> {
  const { check, count } = kills
  const source = digestsOf(world.backups, world.wal)
  let killed = 0
  for (let n = 0; n < kills.times; n++) {
    // At least one is killed while its database runs.
    const isLast = n === kills.times - 1
    const kill = isLast
      ? { line: 'Recovering', afterMs: kills.pick(RUNNING_MS) }
      : { afterMs: kills.pick(KILLED_WITHIN * kills.wholeMs) }
    const { code } = await world.restore(name, { to, kill })
    killed += code === null ? 1 : 0
    count(code === null ? 'killed restores' : 'restores that ended before their kill')
    const hasName = existsSync(world.at(name))
    check(hasName === (code === 0), 'a killed restore has the name of a whole one')
    rmSync(world.at(name), { recursive: true, force: true })
    const [half] = unfinishedIn(world.disk)
    if (half !== undefined && isLast) await refuseHalf(world.at(half), kills)
  }
  check(killed > 0, 'every restore ended before its kill')
  check(digestsOf(world.backups, world.wal) === source, 'a restore changed what it read')
}

/** Nothing is left of killed restores once one has ended. */
export function checkNoHalf(world: RestoreWorld, check: Kills['check']): void {
  const left = unfinishedIn(world.disk)
  check(left.length === 0, `killed restores left ${left.join(', ')}`)
  const running = restoring(world)
  check(running.length === 0, `killed restores still run: ${running.join(', ')}`)
}
