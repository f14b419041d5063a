create table orders (id text primary key, cents integer not null);
