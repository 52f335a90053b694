-- The server looks every few seconds for sessions that the command line ended.
create index sessions_revoked on sessions (revoked_at) where revoked_at is not null;
