-- The invariants stood here before they became a file that every start applies (server/ledger/invariants.sql). The
-- number stays, because databases remember it.

select 1;
