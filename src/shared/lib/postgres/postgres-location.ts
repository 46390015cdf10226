/** Parses the URL of a PostgreSQL database. */
import type { ConnectionOptions } from 'node:tls'
import { describeFileError } from '../files/file-error.ts'
import { readRegularFile } from '../files/read-regular-file.ts'
import { hideCredentials } from '../output/hide-credentials.ts'
import { parseHostAndPort } from '../text/host-and-port.ts'
import { PostgresError } from './postgres-error.ts'

/** Where a database is, and how to connect to it. */
export interface PostgresLocation {
  /** The hosts in the order in which they are tried; the first one that accepts writes is used. */
  hosts: readonly { host: string; port: number }[]
  database: string
  user: string
  password: string | undefined
  /** undefined for a connection without TLS. */
  tls: ConnectionOptions | undefined
  /** The PostgreSQL schema that holds the tables. */
  schema: string
  /** The location without the password, for messages. */
  name: string
}

/** What `sslmode` means, by its value: whether TLS is used, and whether the certificate is checked. */
const tlsModes: Readonly<Record<string, { encrypt: boolean; verify: boolean }>> = {
  disable: { encrypt: false, verify: false },
  require: { encrypt: true, verify: false },
  'verify-full': { encrypt: true, verify: true },
}

const parameters = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'schema']
const form = 'postgres://USER:PASSWORD@HOST:PORT[,HOST:PORT]/DATABASE'

/**
 * Parses `postgres://user:password@host:port,host:port/database?sslmode=verify-full&sslrootcert=FILE&schema=NAME`.
 * Reads the files of certificates. Throws `PostgresError` with `refused`; its message never has the password.
 */
export function parsePostgresLocation(text: string): PostgresLocation {
  const match = /^postgres(?:ql)?:\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/?@]*)(?:\/([^/?]*))?(?:\?(.*))?$/.exec(text)
  if (!match) throw refused(`it has the form ${form}, found ${hideCredentials(text)}`)
  const [, user = '', password, hostList = '', database = '', query = ''] = match
  const hosts = hostList.split(',').map(parseHost)
  const given = new URLSearchParams(query)
  const unknown = [...given.keys()].find((name) => !parameters.includes(name))
  if (unknown) throw refused(`there is no parameter ${unknown}; accepted are ${parameters.join(', ')}`)
  if (user === '') throw refused(`it needs a user: ${form}`)
  if (database === '') throw refused(`it needs a database: ${form}`)
  const schema = given.get('schema') ?? 'sluice'
  if (!/^[a-z_][a-z0-9_]{0,47}$/.test(schema))
    throw refused(`schema: found ${schema}; accepted are lower-case letters, digits and _, at most 48`)

  const where = hosts.map(({ host, port }) => `${host}:${port}`).join(',')
  return {
    hosts,
    database: decode(database),
    user: decode(user),
    password: password === undefined ? undefined : decode(password),
    tls: parseTls(given),
    schema,
    name: `postgres://${where}/${decode(database)}`,
  }
}

function parseHost(text: string): { host: string; port: number } {
  const parsed = parseHostAndPort(text, 5432)
  if (!parsed) throw refused(`a host has the form HOST:PORT, found ${text}`)
  return parsed
}

function parseTls(given: URLSearchParams): ConnectionOptions | undefined {
  const name = given.get('sslmode') ?? 'disable'
  const mode = tlsModes[name]
  if (!mode) throw refused(`sslmode: found ${name}; accepted are ${Object.keys(tlsModes).join(', ')}`)
  const files = parameters.filter((each) => each.startsWith('ssl') && each !== 'sslmode' && given.has(each))
  if (!mode.encrypt) {
    if (files.length > 0) throw refused(`${files[0]} has no effect without sslmode=verify-full or require`)
    return undefined
  }
  return {
    rejectUnauthorized: mode.verify,
    ...readPem('ca', given.get('sslrootcert')),
    ...readPem('cert', given.get('sslcert')),
    ...readPem('key', given.get('sslkey')),
  }
}

function readPem(option: 'ca' | 'cert' | 'key', file: string | null): ConnectionOptions {
  if (file === null) return {}
  try {
    return { [option]: readRegularFile(file).toString() }
  } catch (cause) {
    throw refused(`the file ${file} cannot be read: ${describeFileError(cause)}`)
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw refused('a part of it is not percent-encoded correctly; write % as %25')
  }
}

function refused(reason: string): PostgresError {
  return new PostgresError('refused', `the URL of the PostgreSQL database: ${reason}`)
}
