-- The quote that a dealer's price is the middle of (contract/dealer-quote.ts). The text is the one of
-- rules/dealer-quote.ts, and ticks.inputs is its SHA-256, as with the trades of venues. Stored inputs stay as
-- they are, and were valid before, so they are not read again.
alter table tick_inputs drop constraint tick_inputs_inputs_check;
alter table tick_inputs add constraint tick_inputs_inputs_check check (
  inputs ~
    '^fairtick-inputs-1(\n[a-z]+\|[A-Za-z0-9-]{1,64}\|[0-9]{1,12}(\.[0-9]{1,12})?\|[0-9]{1,15}\|[0-9]{0,15}){1,16}$'
  or inputs ~
    '^fairtick-inputs-2(\n[a-z]+\|[A-Za-z0-9-]{1,64}\|[0-9]{1,12}(\.[0-9]{1,12})?\|[0-9]{1,15}\|[0-9]{1,15}\|[0-9]{1,4}){1,16}$'
  or inputs ~
    '^fairtick-dealer-1\n[a-z]+\|[A-Z0-9_]{3,24}(\|[0-9]{1,12}(\.[0-9]{1,12})?){2}(\|[0-9]{1,15}){2}\|[0-9]{1,4}$') not valid;
