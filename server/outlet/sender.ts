/** What the senders of notices have in common. */

/**
 * How an attempt ended. `later`: this message may be accepted later. `refused`: it is refused for good, by its receiver
 * if `isBounce`. `down`: the server takes nothing at present, so others would fail too.
 */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'later' | 'down'; why: string }
  | { kind: 'refused'; why: string; isBounce: boolean }
