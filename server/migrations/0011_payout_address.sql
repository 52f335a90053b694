-- Where the bank is, masked, so that the owner sees which branch they wrote without anything being opened.

alter table payout_accounts add column address_mask text;
