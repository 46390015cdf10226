/** The state store of several machines, in PostgreSQL. */
export { type PostgresLocation, parsePostgresLocation } from './location.ts'
export { openPostgresStore } from './postgres-store.ts'
