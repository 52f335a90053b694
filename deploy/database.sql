-- The role and the database of Fairtick. psql runs it once, as a superuser: the image of PostgreSQL does so when its volume
-- is empty. The server creates everything else.
\getenv password FAIRTICK_PASSWORD
create role fairtick_owner login createrole password :'password';
create database fairtick owner fairtick_owner;
