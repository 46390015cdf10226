/**
 * Looks users up in an LDAP directory: connection, TLS, timeout, search and password check. The user registries of the
 * gateway and of the MQ web server share it. RFC 4511.
 */
export { type DirectoryClient, type DirectoryClientOptions, openDirectoryClient } from './directory-client.ts'
export { bindSearchAccount, findUserEntry, type SearchAccount, type UserSearch } from './find-user-entry.ts'
export { escapeDnValue, escapeFilterValue, normalizeUserName } from './user-names.ts'
export { canBindWith, verifyEntryPassword, verifyPassword } from './verify-password.ts'
