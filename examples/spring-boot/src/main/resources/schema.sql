create table if not exists orders (id text primary key, sku text not null, cents integer not null);
create table if not exists stock (sku text primary key, free integer not null check (free >= 0));
insert into stock (sku, free) values ('tea', 10) on conflict do nothing;
