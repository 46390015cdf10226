/** Looks users up in an LDAP directory (RFC 4511), for the registries of the gateway and of the MQ web server. */
export { openDirectoryClient } from './directory-client.ts'
export {
  bindSearchAccount,
  canBindWith,
  findUserEntry,
  type SearchAccount,
  verifyEntryPassword,
  verifyPassword,
} from './user-entries.ts'
export { escapeDnValue, escapeFilterValue, normalizeUserName } from './user-names.ts'
