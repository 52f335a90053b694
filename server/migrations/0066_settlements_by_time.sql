-- The index knows each range of blocks once it is full. Before, it knew them after a vacuum, which waits for a fifth of
-- the table, and each query by time read the others. The functions are in server/sql/functions/operators.sql.
alter index settlements_by_time set (autosummarize = on);
