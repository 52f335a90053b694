/** Prometheus and systemd read the files of `deploy` that are theirs, and each alarm is set off once. */
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toolPath } from '../../scripts/setup.mjs'
import { read, ROOT } from '../tidy/repository.ts'

/**
 * What sets each alarm off, minute by minute in the notation of promtool, and how the same thing looks when all is
 * well.
 */
const CASES: Readonly<Record<string, { bad: string[]; good: string[] }>> = {
  FairtickDown: { bad: ['up 0x120'], good: ['up 1x120'] },
  FairtickNotReady: {
    bad: ['fairtick_not_ready{reason="storage_full"} 1x120'],
    good: ['fairtick_not_ready{reason="market_closed"} 1x120'],
  },
  FairtickLedgerFault: {
    bad: ['fairtick_ledger_faults 1x120'],
    good: ['fairtick_ledger_faults 0x120'],
  },
  FairtickLedgerCheckSlow: {
    bad: ['fairtick_ledger_rotation_seconds 90000x120'],
    good: ['fairtick_ledger_rotation_seconds 80000x120'],
  },
  FairtickStorageLow: {
    bad: ['fairtick_free_bytes 4e9x120'],
    good: ['fairtick_free_bytes 6e9x120'],
  },
  FairtickStorageFilling: {
    bad: ['fairtick_free_bytes 2e10-100e5x120'],
    good: ['fairtick_free_bytes 2e10x120'],
  },
  FairtickRetentionBehind: {
    bad: ['fairtick_retention_done_timestamp_seconds 0x120'],
    good: ['fairtick_retention_done_timestamp_seconds 0+60x120'],
  },
  FairtickArchiveBehind: {
    bad: ['fairtick_archive_done_timestamp_seconds 0x120'],
    good: ['fairtick_archive_done_timestamp_seconds 0+60x120'],
  },
  FairtickNoticesWait: {
    bad: ['fairtick_outlet_oldest_seconds{channel="mail"} 4000x120'],
    good: ['fairtick_outlet_oldest_seconds{channel="mail"} 3000x120'],
  },
  FairtickNoticesFail: {
    bad: ['fairtick_outlet_ended_total{channel="mail",outcome="failed"} 0+1x120'],
    good: [
      'fairtick_outlet_ended_total{channel="mail",outcome="failed"} 0x120',
      'fairtick_outlet_ended_total{channel="mail",outcome="sent"} 0+9x120',
    ],
  },
  FairtickRecoveryWaits: {
    bad: ['fairtick_recoveries_oldest_seconds 180000x120'],
    good: ['fairtick_recoveries_oldest_seconds 170000x120'],
  },
  FairtickRecoveryVetoed: {
    bad: ['fairtick_recoveries_day{outcome="vetoed"} 1x120'],
    good: [
      'fairtick_recoveries_day{outcome="vetoed"} 0x120',
      'fairtick_recoveries_day{outcome="done"} 5x120',
    ],
  },
  FairtickRecoveriesMany: {
    bad: ['fairtick_recoveries_day{outcome="asked"} 300x120'],
    good: ['fairtick_recoveries_day{outcome="asked"} 100x120'],
  },
  FairtickErrors: {
    bad: [
      'fairtick_http_request_seconds_count{route="/api/orders",status="500"} 0+3x120',
      'fairtick_http_request_seconds_count{route="/api/orders",status="200"} 0+97x120',
    ],
    good: [
      'fairtick_http_request_seconds_count{route="/readyz",status="503"} 0+50x120',
      'fairtick_http_request_seconds_count{route="/api/orders",status="200"} 0+50x120',
    ],
  },
  FairtickOrdersSlow: {
    bad: [
      'fairtick_http_request_seconds_bucket{method="POST",route="/api/orders",le="1"} 0+90x120',
      'fairtick_http_request_seconds_bucket{method="POST",route="/api/orders",le="5"} 0+100x120',
      'fairtick_http_request_seconds_bucket{method="POST",route="/api/orders",le="+Inf"} 0+100x120',
    ],
    good: [
      'fairtick_http_request_seconds_bucket{method="POST",route="/api/orders",le="1"} 0+100x120',
      'fairtick_http_request_seconds_bucket{method="POST",route="/api/orders",le="+Inf"} 0+100x120',
    ],
  },
  FairtickSettlementLate: {
    bad: [
      'fairtick_settlement_lateness_ms_bucket{le="2500"} 0+90x120',
      'fairtick_settlement_lateness_ms_bucket{le="10000"} 0+100x120',
      'fairtick_settlement_lateness_ms_bucket{le="+Inf"} 0+100x120',
    ],
    good: [
      'fairtick_settlement_lateness_ms_bucket{le="2500"} 0+100x120',
      'fairtick_settlement_lateness_ms_bucket{le="+Inf"} 0+100x120',
    ],
  },
  FairtickOrdersNotStoredInTime: {
    bad: ['fairtick_orders_not_taken_in_total{limit="newcomers"} 0+1x120'],
    good: ['fairtick_orders_not_taken_in_total{limit="address"} 0+1x120'],
  },
  FairtickTicksRejected: {
    bad: ['fairtick_quarantined_ticks_total{symbol="GC"} 0+1x120'],
    good: ['fairtick_quarantined_ticks_total{symbol="GC"} 3x120'],
  },
  FairtickVenueAway: {
    bad: ['fairtick_venue_connected{venue="okx"} 0x120'],
    good: ['fairtick_venue_connected{venue="okx"} 1x120'],
  },
  FairtickVenueLate: {
    bad: ['fairtick_venue_lag_ms{venue="okx"} 600x120'],
    good: ['fairtick_venue_lag_ms{venue="okx"} 200x120'],
  },
  FairtickClosingsEnd: {
    bad: ['fairtick_closings_left_seconds 200000x120'],
    good: ['fairtick_closings_left_seconds 600000x120'],
  },
  FairtickBusy: {
    bad: ['nodejs_eventloop_lag_p99_seconds 0.6x120'],
    good: ['nodejs_eventloop_lag_p99_seconds 0.1x120'],
  },
  FairtickRestarts: {
    bad: ['process_start_time_seconds 1000+60x120'],
    good: ['process_start_time_seconds 1000x120'],
  },
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-alerts-'))
  copyFileSync(join(ROOT, 'deploy/alerts.yml'), join(folder, 'alerts.yml'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const promtool = (...args: string[]): string =>
  execFileSync(toolPath('promtool'), args, { cwd: folder, encoding: 'utf8' })

it('is read by Prometheus', () => {
  expect(promtool('check', 'rules', 'alerts.yml')).toContain('SUCCESS')
  copyFileSync(join(ROOT, 'deploy/prometheus.yml'), join(folder, 'prometheus.yml'))
  expect(promtool('check', 'config', '--syntax-only', 'prometheus.yml')).toContain('SUCCESS')
})

const named = (series: string): { series: string; values: string } => {
  const [, name = '', labels = '', values = ''] = /^(\w+)(?:\{(.*)\})? (.*)$/.exec(series) ?? []
  const all = ['job="fairtick"', 'instance="one"', ...(labels === '' ? [] : [labels])]
  return { series: `${name}{${all.join()}}`, values }
}
/** promtool fails when an alarm that is expected is missing, and when one is set off that is not. */
function testOf(alertname: string, series: readonly string[], isSetOff: boolean): string {
  const file = join(folder, `${alertname}.json`)
  // Its labels and its text are for people; that it is set off is counted.
  const expr = `count(ALERTS{alertname="${alertname}",alertstate="firing"})`
  const samples = isSetOff ? [{ labels: '{}', value: 1 }] : []
  const check = { expr, eval_time: '110m', exp_samples: samples }
  const input_series = series.map(named)
  const tests = [{ interval: '1m', input_series, promql_expr_test: [check] }]
  writeFileSync(
    file,
    JSON.stringify({ rule_files: ['alerts.yml'], evaluation_interval: '1m', tests }),
  )
  return promtool('test', 'rules', file)
}

const ALERTS = [...read('deploy/alerts.yml').matchAll(/- alert: (\w+)/g)].map(
  ([, name = '']) => name,
)

it.each(ALERTS)('%s is set off by what it is for, and not by its twin', (name) => {
  const { bad, good } = CASES[name] ?? { bad: [], good: [] }
  expect(bad.length * good.length).toBeGreaterThan(0)
  expect(testOf(name, bad, true)).toContain('SUCCESS')
  expect(testOf(name, good, false)).toContain('SUCCESS')
})

/** The exposure of a process that systemd computes, in tenths: 96 without any protection, 17 with the unit's. */
const MAX_EXPOSURE = 20

it('is a unit that systemd accepts and finds well protected', () => {
  const unit = join(folder, 'fairtick.service')
  copyFileSync(join(ROOT, 'deploy/fairtick.service'), unit)
  const systemd = (...args: string[]): number | null =>
    spawnSync(toolPath('systemd-analyze'), args, { encoding: 'utf8' }).status
  expect(systemd('verify', unit)).toBe(0)
  for (const name of ['fairtick-holidays.service', 'fairtick-holidays.timer']) {
    copyFileSync(join(ROOT, 'deploy', name), join(folder, name))
  }
  expect(systemd('verify', join(folder, 'fairtick-holidays.timer'))).toBe(0)
  const exposure = ['security', '--offline=true', `--threshold=${MAX_EXPOSURE}`, unit]
  expect(systemd(...exposure)).toBe(0)
  writeFileSync(unit, read('deploy/fairtick.service').replace(/^(Protect|Restrict).*\n/gm, ''))
  expect(systemd(...exposure)).not.toBe(0)
})
