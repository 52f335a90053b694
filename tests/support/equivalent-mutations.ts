/** Mutations of the rules that no receipt can show, each with the reason. */
export const EQUIVALENT: readonly (readonly [file: string, words: string, why: string])[] = [
  [
    'rules/one-history.ts',
    'signed to true in signed && facts',
    'what is not there has no facts either',
  ],
  [
    'rules/one-history.ts',
    'entry.before.seq <= exit.before.seq to entry.before.seq < exit.before.seq',
    'two pieces that begin at one record may be compared in either order',
  ],
  [
    'rules/one-history.ts',
    'next.seq > last.seq to next.seq >= last.seq',
    'records of one number were compared before, and have one time',
  ],
  [
    'rules/outage.ts',
    "record?.kind === 'gap' to true in record?.kind === 'gap' " +
      "&& (record.reason === 'restart' || record.reason === 'feed')",
    'no halt has the reason restart or feed',
  ],
  [
    'rules/public-log.ts',
    "record.kind === 'gap' to true in record.kind === 'gap' && record.reason === 'restart'",
    'no halt has the reason restart',
  ],
  [
    'rules/sanity-band.ts',
    'distance < 0n to distance <= 0n',
    'nothing has the same distance in both directions',
  ],
  [
    'rules/spot.ts',
    'after === records.length to false',
    'without a record after the moment there is neither a price nor a reason',
  ],
  [
    'rules/settle.ts',
    'spot.timeMs > terms.startsAt to spot.timeMs >= terms.startsAt',
    'the price at the start is looked for after it',
  ],
  [
    'rules/settle.ts',
    'spot.timeMs > terms.startsAt to true in spot !== null && spot.timeMs > terms.startsAt',
    'the same, and without a price at the start the one at the expiry decides nothing',
  ],
  [
    'rules/terms.ts',
    'Array.isArray(offer) to true in Array.isArray(offer) && offer.length === 2',
    'two letters are no two numbers',
  ],
  [
    'rules/settle.ts',
    'exit.price > entry.price to exit.price >= entry.price',
    'equal prices were a draw before',
  ],
  [
    'rules/terms.ts',
    "typeof value === 'object' to true in typeof value === 'object' && value !== null",
    'a text or a number has no fields that could offer something',
  ],
]

/** The same of the reader in Python. */
export const EQUIVALENT_IN_PYTHON: readonly (readonly [words: string, why: string])[] = [
  [
    'slices.py _require_one_history: first["seq"] > last["seq"] to first["seq"] >= last["seq"]',
    'records of one number were compared before, and have one time',
  ],
  [
    'rule.py _decide: exit_["price"] > entry["price"] to exit_["price"] >= entry["price"]',
    'equal prices were a draw before',
  ],
  [
    'venues.py venues: require(record.get("kind") == "tick", seq) to require(True, seq)',
    'no other record has inputs',
  ],
  [
    'dealer.py dealer: record.get("kind") == "tick" and quote is not None ' +
      'to True and quote is not None',
    'the same',
  ],
  [
    'dealer.py: MOST_DECIMALS = 12 to MOST_DECIMALS = 13',
    'prices in a smaller unit have the same middle and the same spread',
  ],
]
