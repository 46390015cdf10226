/** The tables and the function of the state store in PostgreSQL. */
import type { SchemaMigration } from '../../lib/postgres/migrate-schema.ts'

/** Returns the tables of this version. */
export function stateSchema(schema: string): SchemaMigration {
  return { version: 1, additions: 1, statements: statements(schema) }
}

/**
 * Times are milliseconds since the epoch; `value` is JSON, kept as text because `jsonb` rejects values that JSON
 * allows, such as \u0000. Keys are compared by their bytes.
 *
 * `change` has the entries that were saved last with `wakesWatchers`, and the transaction that did so. A reader that
 * has seen every transaction below `pg_snapshot_xmin` finds the later ones, and those that began before and commit
 * after.
 *
 * `write_entries_1` runs the operations of one group in one transaction, which commits once. It returns one text per
 * operation. A later version that changes the meaning of the table replaces it by `write_entries_2`, so that older
 * nodes cannot write any more. Nodes of the version before the addition call the same function, so that their changes
 * are recorded, too.
 */
function statements(schema: string): string {
  const live = '(entry.expires_at IS NULL OR entry.expires_at > now_ms[i])'
  return `
CREATE SCHEMA IF NOT EXISTS ${schema};
CREATE TABLE IF NOT EXISTS ${schema}.entry (
  kind text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  value text NOT NULL,
  consumed_at double precision,
  expires_at double precision,
  family text COLLATE "C",
  PRIMARY KEY (kind, key)
) WITH (fillfactor = 80);
CREATE INDEX IF NOT EXISTS entry_by_expiry ON ${schema}.entry (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX IF NOT EXISTS entry_by_family ON ${schema}.entry (family) WHERE family IS NOT NULL;

CREATE TABLE IF NOT EXISTS ${schema}.change (
  kind text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  transaction_id xid8 NOT NULL,
  expires_at double precision,
  PRIMARY KEY (kind, key)
);
CREATE INDEX IF NOT EXISTS change_by_transaction ON ${schema}.change (kind, transaction_id);
CREATE INDEX IF NOT EXISTS change_by_expiry ON ${schema}.change (expires_at) WHERE expires_at IS NOT NULL;

CREATE OR REPLACE FUNCTION ${schema}.write_entries_1(
  operation text[], kinds text[], keys text[], new_value text[], new_expiry double precision[], new_family text[],
  now_ms double precision[], amount double precision[], wakes boolean[]
) RETURNS text[] LANGUAGE plpgsql SET search_path = ${schema}, pg_catalog AS $$
DECLARE
  results text[] := '{}';
  changed integer;
  total text;
BEGIN
  FOR i IN 1 .. array_length(operation, 1) LOOP
    total := '';
    CASE operation[i]
    WHEN 'save' THEN
      INSERT INTO entry VALUES (kinds[i], keys[i], new_value[i], NULL, new_expiry[i], new_family[i])
      ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at,
        family = excluded.family, consumed_at = CASE WHEN ${live} THEN entry.consumed_at END;
    WHEN 'create' THEN
      INSERT INTO entry VALUES (kinds[i], keys[i], new_value[i], NULL, new_expiry[i], new_family[i])
      ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at,
        family = excluded.family, consumed_at = NULL WHERE NOT ${live};
      GET DIAGNOSTICS changed = ROW_COUNT;
      total := changed::text;
    WHEN 'consume' THEN
      UPDATE entry SET consumed_at = now_ms[i]
      WHERE kind = kinds[i] AND key = keys[i] AND consumed_at IS NULL AND ${live};
      GET DIAGNOSTICS changed = ROW_COUNT;
      total := changed::text;
    WHEN 'remove' THEN
      DELETE FROM entry WHERE kind = kinds[i] AND key = keys[i];
    WHEN 'removeGroup' THEN
      DELETE FROM entry WHERE family = new_family[i];
    WHEN 'count' THEN
      INSERT INTO entry VALUES (kinds[i], keys[i], amount[i]::text, NULL, new_expiry[i], NULL)
      ON CONFLICT (kind, key) DO UPDATE SET
        value = CASE WHEN ${live} THEN (entry.value::double precision + amount[i])::text ELSE excluded.value END,
        expires_at = CASE WHEN ${live} THEN entry.expires_at ELSE excluded.expires_at END,
        family = CASE WHEN ${live} THEN entry.family END,
        consumed_at = CASE WHEN ${live} THEN entry.consumed_at END
      WHERE NOT ${live} OR entry.value ~ '^-?[0-9]'
      RETURNING entry.value INTO total;
    END CASE;
    IF wakes[i] AND total IS DISTINCT FROM '0' THEN -- '0': nothing was created
      INSERT INTO change VALUES (kinds[i], keys[i], pg_current_xact_id(), new_expiry[i])
      ON CONFLICT (kind, key) DO UPDATE SET transaction_id = excluded.transaction_id, expires_at = excluded.expires_at;
      PERFORM pg_notify('${schema}', kinds[i]);
    END IF;
    results := array_append(results, total);
  END LOOP;
  RETURN results;
END $$;
`
}
