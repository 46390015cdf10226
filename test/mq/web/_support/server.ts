/** A whole MQ web server on a free port, over a queue manager QM1 in a temporary folder. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { type Installation, openInstallation } from '../../../../src/mq/manager/index.ts'
import { mqParts } from '../../../../src/mq/parts.ts'
import { type MqwebServer, openMqwebServer } from '../../../../src/mq/web/index.ts'
import { renderBasicCredentials } from '../../../../src/shared/lib/headers/basic-credentials.ts'
import { type Log, openLog } from '../../../../src/shared/lib/output/log.ts'
import type { Clock } from '../../../../src/shared/lib/time/clock.ts'
import { copyServerCertificate } from '../../../_support/server-certificate.ts'
import { partsWithConsole, partsWithoutConsole } from './console-part.ts'
import { requireDocumented } from './require-documented.ts'

export interface TestServer {
  web: MqwebServer
  installation: Installation
  /** Holds `mqwebuser.xml`. */
  folder: string
  /** What was logged, one parsed line each. */
  logged: { level: string; msg: string }[]
  call(method: string, path: string, options?: CallOptions): Promise<Reply>
  configure(xml: string): Promise<void>
}

export interface CallOptions {
  /** `name:password`; nobody when left out. */
  user?: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer
  /** Sends the CSRF header of the dialect; true unless said otherwise. */
  csrf?: boolean
}

export interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read what the server answered, whatever it is
  json: any
}

/** Opens a server that ends with the test. `variables` are set in its settings. */
export async function openServer(
  t: ExecutionContext,
  options: { xml?: string; commands?: readonly string[]; console?: boolean; clock?: Clock | undefined } = {},
): Promise<TestServer> {
  const { clock = Date.now } = options
  const root = await mkdtemp(join(tmpdir(), 'mqweb-'))
  t.teardown(() => rm(root, { recursive: true, force: true, maxRetries: 10 }))

  const logged: TestServer['logged'] = []
  const log: Log = openLog({ write: (line) => logged.push(JSON.parse(line)) })
  const installation = await openInstallation({ folder: join(root, 'qmgrs'), clock, log, parts: mqParts })
  t.teardown(() => installation.close())
  const manager = await installation.create('QM1')
  await manager.start()

  const connection = manager.connect({ name: 'setup', groups: [], privileged: true })
  for (const command of options.commands ?? []) {
    const { completionCode, responses } = await connection.command(command)
    if (completionCode !== 0) throw new Error(`${command}: ${responses[0]?.messages.join(' ')}`)
  }
  await connection.close()

  await writeFile(join(root, 'mqwebuser.xml'), options.xml ?? settings())
  await copyServerCertificate(root)
  const web = await openMqwebServer({
    installation,
    folder: root,
    host: '127.0.0.1',
    port: 0,
    log,
    clock,
    environment: {},
    parts: options.console ? partsWithConsole : partsWithoutConsole,
  })
  t.teardown(() => web.close(100))

  return {
    web,
    installation,
    logged,
    folder: root,
    async call(method, path, callOptions) {
      const reply = await call(web.port, method, path, callOptions)
      await requireDocumented(method, path, reply)
      return reply
    },
    async configure(xml) {
      await writeFile(join(root, 'mqwebuser.xml'), xml)
      await web.reloadSettings()
    },
  }
}

/** The passwords in the form that `securityUtility` writes: a server hashes plain ones at each start. */
const passwordHashes = {
  mqadmin: '{hash}ATAAAAAI85JE9oXh5g5AAAAAIIceTjW1a08f2jgBlWc79ivura8QxHsith0+ZYk3GPpH', // mqadmin
  mqreader: '{hash}ATAAAAAIr7tzEtG0ckxAAAAAIFINtLEwwmIdiKk07BsuYx7hORO0wj1UI/ppr+B0VrUh', // mqreader
  app: '{hash}ATAAAAAIoXLO3K5HR0tAAAAAIF/l1Lo/kdZJzS+MM/qe2soZfXAhWiEhfsFHkEpGEVLj', // passw0rd
  nobody: '{hash}ATAAAAAIY4KzzIgUErdAAAAAIHgYbqUB0W9xi3SkIVXJ7pCivNi1sFI3eIFfIUJOQDPC', // nothing
}

/** Settings with the users of the sandbox, and whatever else is given. */
export function settings(more = '', bindings = bindingsOf('com.ibm.mq.rest')): string {
  return `<server>
    <featureManager><feature>appSecurity-2.0</feature><feature>basicAuthenticationMQ-1.0</feature></featureManager>
    ${bindings}
    <basicRegistry id="basic" realm="defaultRealm">
      <user name="mqadmin" password="${passwordHashes.mqadmin}"/>
      <user name="mqreader" password="${passwordHashes.mqreader}"/>
      <user name="app" password="${passwordHashes.app}"/>
      <user name="nobody" password="${passwordHashes.nobody}"/>
      <group name="MQWebAdminGroup"><member name="mqadmin"/></group>
    </basicRegistry>
    ${more}
  </server>`
}

/** The same roles for an application: `com.ibm.mq.rest` or `com.ibm.mq.console`. */
export function bindingsOf(application: string): string {
  return `<enterpriseApplication id="${application}"><application-bnd>
  <security-role name="MQWebAdmin"><group name="MQWebAdminGroup" realm="defaultRealm"/></security-role>
  <security-role name="MQAdminRO"><user name="mqreader" realm="defaultRealm"/></security-role>
  <security-role name="MQWebUser"><user name="app" realm="defaultRealm"/></security-role>
</application-bnd></enterpriseApplication>`
}

/** One request on a connection of its own. */
export function call(port: number, method: string, path: string, options: CallOptions = {}): Promise<Reply> {
  const { user, headers = {}, body, csrf = true } = options
  const [name = '', password = ''] = user?.split(':') ?? []
  const token = path.startsWith('/vendormq') ? 'vendor-mq-rest-csrf-token' : 'ibm-mq-rest-csrf-token'

  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        agent: false,
        rejectUnauthorized: false,
        headers: {
          ...(user === undefined ? {} : { authorization: renderBasicCredentials(name, password) }),
          ...(csrf ? { [token]: '' } : {}),
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          const isJson = /json/.test(response.headers['content-type'] ?? '')
          resolve({
            status: response.statusCode as number,
            headers: response.headers,
            text,
            json: isJson && text !== '' ? JSON.parse(text) : undefined,
          })
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
