/** The tables of the message store file. */

/** The application id ("Slui") that marks the file (`PRAGMA application_id`). */
export const applicationId = 0x536c7569
export const schemaVersion = 4

/** The columns of `message` and of `parked`, which has the preserved non-persistent messages. */
const messages = (table: 'message' | 'parked') => `
  CREATE TABLE ${table} (
    sequence INTEGER PRIMARY KEY,
    queue INTEGER NOT NULL,
    lane INTEGER NOT NULL,
    foreign_id BLOB,
    correlation_id BLOB,
    expires_at INTEGER,
    length INTEGER NOT NULL,
    body_file TEXT,
    descriptor TEXT NOT NULL,
    checksum INTEGER,
    body_checksum INTEGER,
    body BLOB NOT NULL
  ) STRICT;`

export const createTablesSql = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID, STRICT;
  INSERT INTO meta VALUES ('blocks', 0), ('failures', 0);

  CREATE TABLE object (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    attributes TEXT NOT NULL,
    created INTEGER NOT NULL,
    altered INTEGER NOT NULL,
    checksum INTEGER,
    UNIQUE (kind, name)
  ) STRICT;
  ${messages('message')}
  CREATE INDEX message_body_file ON message (body_file) WHERE body_file IS NOT NULL;
  CREATE INDEX message_expiry ON message (expires_at) WHERE expires_at IS NOT NULL;
  ${messages('parked')}
`

/** The statements that upgrade each earlier layout to the next one. */
export const schemaUpgrades: Readonly<Record<number, string>> = {
  1: `ALTER TABLE object ADD COLUMN checksum INTEGER;
    ALTER TABLE message ADD COLUMN checksum INTEGER;
    ALTER TABLE message ADD COLUMN body_checksum INTEGER;`,
  2: `DROP INDEX IF EXISTS message_order; ${messages('parked')}`,
  3: `DROP INDEX IF EXISTS message_foreign_id; DROP INDEX IF EXISTS message_correlation_id;`,
}
