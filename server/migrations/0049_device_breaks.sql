-- While a user of a device is on a break, no guest trades on that device and no one registers there
-- (server/sql/functions/guests.sql). So a session keeps its device's hash when the device is no longer trusted.
alter table sessions add column device_trusted boolean not null default true;
create index sessions_of_device on sessions (device_hash) where device_hash <> '';
-- Has another parameter now: the device.
drop function if exists open_guest(text, text, bytea, bigint, int);
