/** The state store of several machines, in PostgreSQL. */
export { openPostgresStore } from './postgres-store.ts'
