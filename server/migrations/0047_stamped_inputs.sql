-- The age of a trade is judged by its venue's stamp since this version, after the venue's clock is corrected. So the
-- inputs of new prices have the correction, and always a stamp (rules/index-price.ts). Stored inputs stay as they are.
alter table tick_inputs drop constraint tick_inputs_inputs_check;
alter table tick_inputs add constraint tick_inputs_inputs_check check (
  inputs ~
    '^fairtick-inputs-1(\n[a-z]+\|[A-Za-z0-9-]{1,64}\|[0-9]{1,12}(\.[0-9]{1,12})?\|[0-9]{1,15}\|[0-9]{0,15}){1,16}$'
  or inputs ~
    '^fairtick-inputs-2(\n[a-z]+\|[A-Za-z0-9-]{1,64}\|[0-9]{1,12}(\.[0-9]{1,12})?\|[0-9]{1,15}\|[0-9]{1,15}\|[0-9]{1,4}){1,16}$'
);
