-- Seeds that no one can choose: hours belong to a hash chain whose anchor the chain `seeds` promises (docs/VERIFY.md).
-- Hours from before have a commitment instead, and no chain.
alter table seed_epochs
  alter column commitment drop not null,
  add column chain int check (chain > 0),
  add column promise_seq bigint unique,
  -- The promised round of drand and the chain hash of its beacon.
  add column round bigint check (round > 0),
  add column beacon text,
  -- What the beacon published, stored before the hour starts.
  add column signature text,
  add column randomness text,
  -- The hour's link of the hash chain, published after the hour with its seed.
  add column link text,
  -- Why the market is closed for the whole hour.
  add column closed text check (closed in ('round', 'lost')),
  add check ((chain is null) = (commitment is not null)),
  add check ((chain is null) = (promise_seq is null)),
  add check ((round is null) = (beacon is null)),
  add check ((signature is null) = (randomness is null)),
  add check (seed is null or chain is null or link is not null),
  add check (seed is null or closed is null);
