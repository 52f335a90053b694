-- What guards an account, grown: where a passkey was made, and looking up guests and failed log-ins quickly.

-- The page's origin: a passkey answers for the site that it was made on, and for no other.
alter table passkeys add column origin text not null;

create index users_by_inviter on users (invited_by);
create index log_ins_failed on log_ins (user_id, at) where not succeeded;
create index log_ins_by_time on log_ins (at);
