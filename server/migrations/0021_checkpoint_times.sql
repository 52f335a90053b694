-- A receipt looks for the first checkpoint that covers a record: by time.
create index checkpoints_by_time on checkpoints (time_ms, number);
