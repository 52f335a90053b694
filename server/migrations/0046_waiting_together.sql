-- It returns another column now, with which orders of one user are settled together (functions/trading.sql).
drop function if exists waiting_orders();
