import { MINUTE_MS } from '#contract/time.ts'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deskLog } from '#contract/endpoints/desk.ts'
import { listChain, listCheckpoints } from '#contract/endpoints/history.ts'
import { formatOf } from '#rules/checkpoint.ts'
import { checkOperatorChain } from '#rules/operator-chain.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { createOperatorAudit } from '#server/records/operator-audit.ts'
import { logInOperator } from '#support/desk.ts'
import { faultsOf } from '#support/ledger-room.ts'
import { openSimulated } from '#support/market-fixture.ts'
import { type ManualClock, manualClock, playTime } from '#support/manual-clock.ts'
import { type TestServer, testServer } from '#support/server.ts'
import { toolsOf } from '../../scripts/receipt-tools.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const START = Date.UTC(2024, 2, 13, 12)

/** What anyone can download: the checkpoints first, then the chain. */
async function published(server: TestServer) {
  const visitor = server.visitor()
  const { checkpoints, keys } = await visitor.read(listCheckpoints.reply, '/api/checkpoints')
  const { records } = await visitor.read(listChain.reply, '/api/chains/operators')
  const oldestFirst = checkpoints.toReversed()
  return { records, checkpoints: oldestFirst, keys, tools: toolsOf(keys) }
}
const reportOf = async (server: TestServer) => {
  const { tools, ...chain } = await published(server)
  return checkOperatorChain(chain, tools)
}
/** Lets the clock move on at once, and then until the checkpoint that fell due is stored. */
async function nextCheckpoint({ db }: TestServer, clock: ManualClock, ms = MINUTE_MS) {
  const newest = async (): Promise<number> => {
    const [row] = await db.query<{ n: number }>(
      'select coalesce(max(number), 0)::float8 as n from checkpoints',
    )
    return row?.n ?? 0
  }
  const before = await newest()
  await clock.leap(ms)
  // What the leap missed is filled in before anything is signed.
  await clock.idle()
  await playTime(clock, 1_000)
  expect(await newest()).toBe(before + 1)
}
const act = (owner: Queryable, clock: ManualClock, ref: string, by = 'anna'): Promise<unknown> =>
  owner.query("select log_act($1, $3, 'customer_viewed', null, $2, '')", [clock.now(), ref, by])

describe('the chain of operators', () => {
  let clock: ManualClock
  let server: TestServer
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fairtick-operators-'))
    clock = manualClock(START)
    server = await testServer({ clock, openMarket: openSimulated('BTCUSDT') })
    await nextCheckpoint(server, clock)
    await logInOperator(server, 'anna')
    await nextCheckpoint(server, clock)
    await nextCheckpoint(server, clock)
    await act(server.owner, clock, 'a1')
    await nextCheckpoint(server, clock)
  }, 120_000)
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const save = (name: string, value: unknown): string => {
    const file = join(folder, name)
    writeFileSync(file, JSON.stringify(value))
    return file
  }

  it('is public, names no one, and is named by each checkpoint', async () => {
    const { records, checkpoints } = await published(server)
    expect(records.length).toBeGreaterThanOrEqual(3)
    expect(records.every(({ timeMs }) => timeMs % MINUTE_MS === 0)).toBe(true)
    expect(JSON.stringify(records)).not.toMatch(/anna|logged_in|deposit/)
    expect(checkpoints.map((each) => formatOf(each))).toEqual(checkpoints.map(() => 6))
    const { seq, hash } = records.at(-1) ?? { seq: 0, hash: '' }
    expect(checkpoints.at(-1)?.anchors?.operators).toEqual({ seq, hash })
    expect((await reportOf(server)).fault).toBeNull()
  })

  it('is verified by the command, with an act that the desk discloses', async () => {
    const desk = await logInOperator(server, 'berta')
    await nextCheckpoint(server, clock)
    const log = await desk.read(deskLog.reply, '/api/desk/log?actor=anna')
    expect(log.acts.map(({ checkpoint }) => checkpoint)).toEqual([4, 2])
    const { records, checkpoints, keys } = await published(server)
    const page = save('checkpoints.json', { checkpoints, keys })
    const verified = (acts: unknown) => {
      const files = [save('chain.json', { records, more: false }), '--checkpoints', page]
      const given = [...files, '--key', page, '--acts', save('acts.json', { acts })]
      const args = ['scripts/verify-operators.ts', ...given]
      return spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
    }
    const good = verified(log.acts)
    expect(good.stdout).toContain('nothing wrong')
    expect(good.stdout).toMatch(
      /customer_viewed by anna at .*: is in the chain, named by checkpoint 4/,
    )
    expect([good.stdout.includes('3 passed, 0 failed'), good.status]).toEqual([true, 0])
    const forged = verified(log.acts.map((each) => ({ ...each, actor: 'berta' })))
    expect(forged.stdout).toContain('IS NOT the act that the chain has')
    expect([forged.stdout.includes('1 passed, 2 failed'), forged.status]).toEqual([true, 1])
  })

  it('goes on after a stop between an act and its checkpoint', async () => {
    await act(server.owner, clock, 'a2')
    const before = await reportOf(server)
    const named = before.facts.at(-1)?.anchors?.operators?.seq ?? 0
    await server.restart()
    await nextCheckpoint(server, clock, 10 * MINUTE_MS)
    const { fault, facts } = await reportOf(server)
    expect(fault).toBeNull()
    expect(facts.at(-1)?.anchors?.operators?.seq).toBeGreaterThan(named)
  })

  it('dates no act before those that were logged earlier, whatever the caller says', async () => {
    await server.owner.query("select log_act($1, 'anna', 'logged_in', null, '', '')", [
      START - 86_400_000,
    ])
    const { records } = await published(server)
    expect(records.at(-1)?.timeMs).toBe(records.at(-2)?.timeMs)
    expect(await faultsOf(server.db)).toEqual([])
  })
})

/** As the owner of the tables: changes the log and makes all hashes again. */
const REHASHED = (change: string): string => `
  do $$
  declare
    line operator_log;
    n bigint := 0;
    head bytea := decode(repeat('0', 64), 'hex');
  begin
    alter table operator_log disable trigger user;
    ${change};
    for line in select * from operator_log order by seq loop
      n := n + 1;
      update operator_log set seq = n, minute = at / 60000 * 60000 where seq = line.seq;
      update operator_log l set hash = act_digest(l) where seq = n;
      update operator_log l set link = act_link(l, head) where seq = n returning link into head;
    end loop;
    update operator_log_head set seq = n, hash = head, minute = (select max(minute) from operator_log);
    alter table operator_log enable trigger user;
  end $$`

/** Puts the log back as it was. */
const RESTORED = `
  alter table operator_log disable trigger user;
  delete from operator_log;
  insert into operator_log select * from saved_log;
  update operator_log_head h set seq = s.seq, hash = s.hash, minute = s.minute from saved_head s;
  alter table operator_log enable trigger user`

describe('the server', () => {
  let clock: ManualClock
  let server: TestServer
  beforeAll(async () => {
    clock = manualClock(START)
    server = await testServer({ clock, openMarket: openSimulated('BTCUSDT') })
    for (let minute = 0; minute < 4; minute += 1) {
      await act(server.owner, clock, `${minute}`)
      await act(server.owner, clock, `${minute}`)
      await nextCheckpoint(server, clock)
    }
    await act(server.owner, clock, 'newest')
    await server.owner.query(
      'create table saved_log as table operator_log; create table saved_head as table operator_log_head',
    )
  }, 120_000)
  afterAll(() => server.close())

  it.each([
    ['removed', 'delete from operator_log where seq = 4', 'act 4 (head, checkpoint 2)'],
    [
      'altered',
      "update operator_log set actor = 'berta' where seq = 5",
      'act 6 (head, checkpoint 3)',
    ],
    ['removed at the end', 'delete from operator_log where seq > 6', 'act 8 (short, checkpoint 4)'],
    [
      'dated back to the minute before',
      'update operator_log set at = at - 60000 where seq = 7',
      'act 8 (head, checkpoint 4)',
    ],
    [
      'dated back before others',
      'update operator_log set at = at - 240000 where seq = 7',
      'act 7 (record)',
    ],
  ])('names an act that was %s behind it', async (_, change, detail) => {
    const audit = createOperatorAudit({ db: server.db, clock })
    expect(await audit()).toEqual([])
    await server.owner.query(REHASHED(change))
    expect(await audit()).toEqual([{ invariant: 'operator_log_checkpoints', detail }])
    await server.owner.query(RESTORED)
    expect(await audit()).toEqual([])
  })
})
