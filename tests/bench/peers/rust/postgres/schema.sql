CREATE TABLE api_clients (
  id text PRIMARY KEY,
  merchant_id uuid NOT NULL,
  secret_sha256 text NOT NULL
);
CREATE TABLE plans (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  price double precision NOT NULL,
  currency text NOT NULL,
  billing_cycle text NOT NULL,
  credits bigint NOT NULL,
  day_passes bigint NOT NULL,
  is_active boolean NOT NULL,
  tagline text NOT NULL,
  display_order bigint NOT NULL,
  features jsonb NOT NULL,
  metadata jsonb NOT NULL,
  version bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX plans_name ON plans (merchant_id, lower(name));
CREATE INDEX plans_newest ON plans (merchant_id, id DESC);
