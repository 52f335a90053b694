/** What `verify-seed` says, in words. */
import { HOUR_MS } from '#contract/time.ts'
import type { Binding, PromiseFault, SeedFault } from '#rules/seed-check.ts'
import type { SeriesFault } from '#rules/series-check.ts'

export const SEED_FAULT_TEXTS: Readonly<Record<SeedFault, string>> = {
  unpromised: 'the chain has no promise of this hour',
  changed: 'the reply contradicts the promise of this hour',
  link: 'the link does not hash to the anchor: the seed is not the promised one',
  round: 'the promise does not name the round that belongs to this hour',
  randomness: 'the beacon did not sign this round',
  beacon: 'the round was not checked: name the beacon by --beacon',
  seed: 'the seed is not the promised one',
}

const RECORD_FAULTS: Readonly<Record<Extract<PromiseFault, { kind: 'promise' }>['fault'], string>> =
  {
    text: 'is not of the format',
    chain: 'does not continue the hash chain before it, and does not say break',
    hour: 'promises an hour outside the newest hash chain',
    twice: 'promises an hour that was promised before',
  }

export function promiseFaultText(fault: PromiseFault): string {
  switch (fault.kind) {
    case 'record':
      return `record ${fault.seq} does not continue the chain of promises (${fault.fault})`
    case 'promise':
      return `record ${fault.seq} of the chain of promises ${RECORD_FAULTS[fault.fault]}`
    case 'length':
      return `hash chain ${fault.number} fixes ${fault.hours} hours, and not from 8760 to 87660`
    case 'signature':
      return `checkpoint ${fault.checkpoint} is not signed by a known key`
    case 'head':
      return `checkpoint ${fault.checkpoint} signed another record ${fault.seq} of the chain of promises`
    case 'beyond':
      return `the chain of promises ends before record ${fault.seq}, which checkpoint ${fault.checkpoint} signed`
  }
}

export function bindingText(binding: Binding): string {
  if (binding.kind === 'unnamed') return 'unbound: no given checkpoint names its promise'
  const { kind, checkpoint, leadMs } = binding
  const hours = Math.floor((Math.abs(leadMs) / HOUR_MS) * 10) / 10
  const when = leadMs < 0 ? `${hours} h after it started` : `${hours} h ahead`
  return kind === 'bound'
    ? `bound by checkpoint ${checkpoint}, ${when}`
    : `unbound: promised too late, by checkpoint ${checkpoint}, ${when}`
}

export function seriesFaultText(fault: SeriesFault): string {
  switch (fault.kind) {
    case 'foreign':
      return `record ${fault.seq} is not of the promised series`
    case 'missing':
      return `the promised tick of ${new Date(fault.timeMs).toISOString()} is missing`
    case 'start':
      return 'the file begins after the hour: ask for earlier records'
  }
}
