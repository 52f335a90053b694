-- Who knows only the passwords may change the second factors; then withdrawals wait, so that the owner can object.

alter table users add column withdrawals_held_until bigint;
