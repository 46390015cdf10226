/** Parses the URL of a Redis server, of servers behind Sentinels, or of a cluster. */
import { describeFileError } from '../../lib/files/file-error.ts'
import { readRegularFile } from '../../lib/files/read-regular-file.ts'
import { hideCredentials } from '../../lib/output/hide-credentials.ts'
import { parseHostAndPort } from '../../lib/text/host-and-port.ts'

/** Where the counters are, and how to connect. */
export interface RedisLocation {
  mode: 'server' | 'sentinel' | 'cluster'
  /** The server, the Sentinels, or some nodes of the cluster. */
  hosts: readonly { host: string; port: number }[]
  /** The name by which Sentinels know the servers. */
  masterName: string
  /** The number of the database of a server. */
  database: number
  username: string | undefined
  password: string | undefined
  /** Undefined without TLS. `ca` is the text of the file that the parameter names; the system's CAs otherwise. */
  tls: { ca: string | undefined } | undefined
}

/** The accepted forms, for messages. */
const redisForms =
  'redis://USER:PASSWORD@HOST:PORT, redis+sentinel://HOST:PORT,HOST:PORT/MASTER and redis+cluster://HOST:PORT,HOST:PORT, with rediss for TLS and ?ca=FILE'

const form =
  /^(rediss?)(?:\+(sentinel|cluster))?:\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/?@]+)(?:\/([^/?]*))?(?:\?ca=([^&]+))?$/
const ports = { server: 6379, sentinel: 26_379, cluster: 6379 } as const

/** Throws an error whose message never has the password. Reads the file of the CA. */
export function parseRedisLocation(url: string): RedisLocation {
  const match = form.exec(url)
  if (!match) throw wrong(url)
  const [, scheme, mode = 'server', user = '', password, hostList = '', path = '', ca] = match as unknown as [
    string,
    string,
    RedisLocation['mode'] | undefined,
    ...(string | undefined)[],
  ]
  const hosts = hostList.split(',').map((text) => parseHostAndPort(text, ports[mode]) ?? wrong(url))
  const failure = hosts.find((host) => host instanceof Error)
  const isPathRight = mode === 'sentinel' ? path !== '' : /^\d{0,4}$/.test(path) && (mode === 'server' || path === '')
  if (failure || !isPathRight || (mode === 'server' && hosts.length > 1)) throw wrong(url)
  if (ca !== undefined && scheme !== 'rediss')
    throw new Error(`ca has no effect without TLS; accepted are ${redisForms}`)
  return {
    mode,
    hosts: hosts as RedisLocation['hosts'],
    masterName: decodeURIComponent(path),
    database: mode === 'server' ? Number(path) : 0,
    username: user === '' ? undefined : decodeURIComponent(user),
    password: password === undefined ? undefined : decodeURIComponent(password),
    tls: scheme === 'rediss' ? { ca: ca && readCa(decodeURIComponent(ca)) } : undefined,
  }
}

function readCa(file: string): string {
  try {
    return readRegularFile(file).toString()
  } catch (cause) {
    throw new Error(`the file ${file} cannot be read: ${describeFileError(cause)}`)
  }
}

function wrong(url: string): Error {
  return new Error(`found ${hideCredentials(url)}; accepted are store, ${redisForms}`)
}
