/** The tables and functions of a queue manager in PostgreSQL. Every queue manager has a schema of its own. */
import { hash } from 'node:crypto'
import type { SchemaMigration } from '../../../../shared/lib/postgres/migrate-schema.ts'

const version = 3
const maxReadableLength = 30

/** Returns the name of the schema of a queue manager: its name in lower case, and a hash because names have more characters. */
export function storeSchemaName(queueManager: string): string {
  const readable = queueManager
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '_')
    .slice(0, maxReadableLength)
  return `qm_${readable}_${hash('sha256', queueManager).slice(0, 8)}`
}

/** Returns the tables of this version. */
export function storeSchema(schema: string): SchemaMigration {
  return { version, statements: statements(schema) }
}

/**
 * `message` has the persistent messages, `preserved` the non-persistent ones between an orderly end and the next start.
 * `backout_count` replaces the count in the descriptor when it is not null.
 */
const messages = (table: string) => `
CREATE TABLE IF NOT EXISTS ${table} (
  sequence bigint PRIMARY KEY,
  queue bigint NOT NULL,
  lane smallint NOT NULL,
  foreign_id bytea,
  correlation_id bytea,
  expires_at double precision,
  length bigint NOT NULL,
  body_file text,
  descriptor text NOT NULL,
  backout_count integer,
  body bytea NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0.02);
ALTER TABLE ${table} ALTER COLUMN body SET STORAGE EXTERNAL;`

/**
 * `owner` has one row. `fence` ascends with every takeover; a commit with an older one changes nothing. `last_commit` is
 * the number of the last commit, so that a commit whose answer was lost can be sent again. `lease` has one row: which
 * instance is active, and until when. `instance` has the URL of each instance's MQ web server and the fingerprint of its
 * certificate, and `instance_secret` signs the requests that instances forward to each other. Times of objects and messages are milliseconds since the epoch.
 *
 * `commit_2` applies the changes of one commit after the commit `previous`. `bytes` has, for each added message, both
 * ids, the descriptor and the body, one after the other from `positions`. It changes the row of the owner first, which a
 * takeover changes too: an unfinished commit of the former active instance ends before the takeover, and a later one
 * finds another fence. The statements run on new tables and on those of every earlier version; `commit_1` of version 1
 * stays for an active instance of that version.
 */
function statements(schema: string): string {
  return tables(schema) + acquireFunction(schema) + commitFunction(schema)
}

const tables = (schema: string) => `
CREATE SCHEMA IF NOT EXISTS ${schema};
SET LOCAL search_path = ${schema};

CREATE TABLE IF NOT EXISTS owner (
  single_row boolean PRIMARY KEY DEFAULT true CHECK (single_row),
  queue_manager text NOT NULL,
  description text NOT NULL,
  created double precision NOT NULL,
  blocks bigint NOT NULL DEFAULT 0,
  fence bigint NOT NULL DEFAULT 0,
  last_commit bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 20);
CREATE TABLE IF NOT EXISTS lease (
  single_row boolean PRIMARY KEY DEFAULT true CHECK (single_row),
  fence bigint NOT NULL DEFAULT 0,
  instance text,
  expires_at timestamptz NOT NULL DEFAULT '-infinity',
  permits_standby boolean NOT NULL DEFAULT false,
  is_ended boolean NOT NULL DEFAULT true
) WITH (fillfactor = 20);
INSERT INTO lease DEFAULT VALUES ON CONFLICT DO NOTHING;
CREATE TABLE IF NOT EXISTS instance (
  id text PRIMARY KEY,
  host text NOT NULL,
  mode text NOT NULL,
  seen_at timestamptz NOT NULL
);
ALTER TABLE instance ADD COLUMN IF NOT EXISTS url text, ADD COLUMN IF NOT EXISTS certificate text;
ALTER TABLE owner ADD COLUMN IF NOT EXISTS instance_secret bytea NOT NULL
  DEFAULT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
CREATE TABLE IF NOT EXISTS object (
  id bigint PRIMARY KEY,
  kind text NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  attributes text NOT NULL,
  created double precision NOT NULL,
  altered double precision NOT NULL,
  UNIQUE (kind, name)
);
${messages('message')}
CREATE INDEX IF NOT EXISTS message_body_file ON message (body_file) WHERE body_file IS NOT NULL;
${messages('preserved')}
CREATE TABLE IF NOT EXISTS body (name text, part integer, bytes bytea NOT NULL, PRIMARY KEY (name, part));
ALTER TABLE body ALTER COLUMN bytes SET STORAGE EXTERNAL;
`

const acquireFunction = (schema: string) => `
CREATE OR REPLACE FUNCTION acquire_1(new_instance text, lease_ms double precision, permits boolean)
RETURNS TABLE (fence double precision, last_commit double precision, block double precision)
LANGUAGE plpgsql SET search_path = ${schema}, pg_catalog AS $$
DECLARE
  held lease;
  own owner;
BEGIN
  SELECT * INTO held FROM lease FOR UPDATE;
  IF held.instance <> new_instance AND held.expires_at > clock_timestamp() THEN RETURN; END IF;
  UPDATE owner SET fence = owner.fence + 1, blocks = owner.blocks + 1 RETURNING * INTO own;
  UPDATE lease SET fence = own.fence, instance = new_instance, permits_standby = permits, is_ended = false,
    expires_at = clock_timestamp() + lease_ms * interval '1 ms';
  RETURN QUERY SELECT own.fence::double precision, own.last_commit::double precision, (own.blocks - 1)::double precision;
END $$;
`

const commitFunction = (schema: string) => `
CREATE OR REPLACE FUNCTION commit_2(
  own_fence bigint, number bigint, previous bigint, new_blocks bigint, is_preserved boolean,
  removed bigint[], backed_out bigint[], backout_counts integer[],
  object_ids bigint[], kinds text[], names text[], types text[], attributes text[], created_at double precision[],
  altered_at double precision[],
  sequences bigint[], queues bigint[], lanes smallint[], expiries double precision[], lengths bigint[],
  body_files text[], positions integer[], foreign_lengths integer[], correlation_lengths integer[],
  descriptor_lengths integer[], body_lengths integer[], bytes bytea
) RETURNS text LANGUAGE plpgsql SET search_path = ${schema}, pg_catalog AS $$
DECLARE
  own owner;
BEGIN
  UPDATE owner SET last_commit = number, blocks = coalesce(new_blocks, blocks)
  WHERE fence = own_fence AND last_commit = previous;
  IF NOT FOUND THEN
    SELECT * INTO own FROM owner FOR UPDATE;
    IF own.fence <> own_fence THEN RETURN 'fenced'; END IF;
    IF own.last_commit < number THEN RETURN 'skipped'; END IF;
    -- Also a commit that is sent again writes, so that it waits until synchronous standbys have the first one.
    UPDATE owner SET last_commit = own.last_commit;
    RETURN 'committed';
  END IF;

  FOR i IN 1 .. coalesce(array_length(object_ids, 1), 0) LOOP
    IF kinds[i] IS NULL THEN
      DELETE FROM object WHERE id = object_ids[i];
    ELSE
      INSERT INTO object VALUES (object_ids[i], kinds[i], names[i], types[i], attributes[i], created_at[i], altered_at[i])
      ON CONFLICT (kind, name) DO UPDATE SET id = excluded.id, type = excluded.type, attributes = excluded.attributes,
        created = excluded.created, altered = excluded.altered;
    END IF;
  END LOOP;
  IF is_preserved THEN
    INSERT INTO preserved ${added};
  ELSIF array_length(sequences, 1) > 0 THEN
    INSERT INTO message ${added};
  END IF;
  IF array_length(backed_out, 1) > 0 THEN
    UPDATE message SET backout_count = given.count
    FROM unnest(backed_out, backout_counts) AS given (sequence, count) WHERE message.sequence = given.sequence;
  END IF;
  IF array_length(removed, 1) > 0 THEN DELETE FROM message WHERE sequence = ANY (removed); END IF;
  RETURN 'committed';
END $$;
`

/** The query for the added messages, within `commit_2`. */
const added = `
      SELECT sequence, queue, lane,
        CASE WHEN foreign_length IS NOT NULL THEN substr(bytes, first_byte, foreign_length) END,
        CASE WHEN correlation_length IS NOT NULL
          THEN substr(bytes, first_byte + coalesce(foreign_length, 0), correlation_length) END,
        expiry, length, body_file,
        convert_from(substr(bytes, first_byte + coalesce(foreign_length, 0) + coalesce(correlation_length, 0),
          descriptor_length), 'UTF8'),
        NULL::integer,
        substr(bytes, first_byte + coalesce(foreign_length, 0) + coalesce(correlation_length, 0) + descriptor_length,
          body_length)
      FROM unnest(sequences, queues, lanes, expiries, lengths, body_files, positions, foreign_lengths,
        correlation_lengths, descriptor_lengths, body_lengths) AS given (sequence, queue, lane, expiry, length,
        body_file, first_byte, foreign_length, correlation_length, descriptor_length, body_length)`
