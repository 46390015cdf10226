/**
 * A directory server of the test's own: OpenLDAP's slapd with its configuration, data and ports in a temporary folder.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { generate } from 'selfsigned'
import { endWithProcess } from '../../../_support/end-with-process.ts'
import { findFreePort } from '../../../_support/free-port.ts'
import { users } from '../conformance.ts'

const slapd = '/usr/sbin/slapd'
const slapadd = '/usr/sbin/slapadd'

/** Why the tests cannot run here, if they cannot. */
export const missing = existsSync(slapd) ? undefined : `${slapd} is not installed (Debian: apt-get install slapd)`

export const base = 'dc=example,dc=com'
export const admin = { admin_dn: `cn=admin,${base}`, admin_password: 'directory secret' }

export interface Slapd {
  url: string
  secureUrl: string
  /** The certificate, in PEM. */
  ca: string
  stop(): Promise<void>
}

export async function startSlapd(): Promise<Slapd> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-slapd-'))
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  })
  mkdirSync(join(folder, 'data'))
  writeFileSync(join(folder, 'cert.pem'), cert)
  writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 })
  writeFileSync(join(folder, 'slapd.conf'), configuration(folder))
  writeFileSync(join(folder, 'data.ldif'), entries())
  execFileSync(slapadd, ['-f', join(folder, 'slapd.conf'), '-l', join(folder, 'data.ldif')])

  const { process, plain, secure } = await start(join(folder, 'slapd.conf'))

  return {
    url: `ldap://localhost:${plain}`,
    secureUrl: `ldaps://localhost:${secure}`,
    ca: cert,
    async stop() {
      await end(process)
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

interface RunningSlapd {
  process: ChildProcess
  plain: number
  secure: number
}

/** Starts slapd on two free ports and waits until both accept connections. */
async function start(configurationFile: string): Promise<RunningSlapd> {
  const [plain, secure] = [await findFreePort(), await findFreePort()]
  const urls = `ldap://127.0.0.1:${plain}/ ldaps://127.0.0.1:${secure}/`
  const process = spawn(...endWithProcess(slapd, ['-f', configurationFile, '-h', urls, '-d', 'stats']), {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  process.stderr.on('data', (text) => {
    log += text
  })
  if ((await accepts(plain, process)) && (await accepts(secure, process))) return { process, plain, secure }
  await end(process)
  throw new Error(`slapd did not start: ${log}`)
}

/**
 * Waits until a port accepts connections, and returns false when the process ends first. The log line "slapd starting" is
 * no sign: slapd writes it before it listens.
 */
async function accepts(port: number, process: ChildProcess): Promise<boolean> {
  while (process.exitCode === null && process.signalCode === null) {
    const socket = connect({ port, host: '127.0.0.1' })
    const connected = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (connected) return true
    await setTimeout(10)
  }
  return false
}

async function end(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return
  process.kill('SIGKILL')
  await once(process, 'exit')
}

function configuration(folder: string): string {
  const schemas = ['core', 'cosine', 'inetorgperson'].map((name) => `include /etc/ldap/schema/${name}.schema`)
  return [
    ...schemas,
    'modulepath /usr/lib/ldap',
    'moduleload back_mdb',
    `pidfile ${folder}/slapd.pid`,
    `TLSCertificateFile ${folder}/cert.pem`,
    `TLSCertificateKeyFile ${folder}/key.pem`,
    'database mdb',
    `suffix "${base}"`,
    `rootdn "${admin.admin_dn}"`,
    `rootpw "${admin.admin_password}"`,
    `directory ${folder}/data`,
    'access to attrs=userPassword by anonymous auth by * none',
    'access to dn.subtree="ou=hidden,dc=example,dc=com" by anonymous auth by * none',
    'access to * by * read',
    '',
  ].join('\n')
}

function entries(): string {
  const person = (uid: string, members: Record<string, string | string[]>, unit = 'people') =>
    entry(`uid=${uid},ou=${unit},${base}`, { objectClass: 'inetOrgPerson', uid, cn: uid, sn: uid, ...members })
  return [
    entry(base, { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Example' }),
    ...['people', 'others', 'hidden'].map((ou) => entry(`ou=${ou},${base}`, { objectClass: 'organizationalUnit', ou })),
    ...users.map(({ name, password }) =>
      person(name, { userPassword: password, mail: `${name === 'zoë' ? 'zoe' : name}@example.com` }),
    ),
    person('limited', {
      userPassword: 'limited',
      businessCategory: ['customer orders', 'mq.get'],
      employeeNumber: '900',
    }),
    person('wrongly-limited', { userPassword: 'limited', employeeNumber: 'soon' }),
    person('nopass', {}),
    person('twin', { userPassword: 'one' }),
    person('twin', { userPassword: 'two' }, 'others'),
    person('ghost', { userPassword: 'boo' }, 'hidden'),
    entry(`cn=Smith\\, Ann (\\2B *),ou=people,${base}`, {
      objectClass: 'inetOrgPerson',
      cn: 'Smith, Ann (+ *)',
      sn: 'Smith',
      userPassword: 'odd',
    }),
  ].join('\n')
}

/** RFC 2849: values in base64, so that every text can stand there. */
function entry(dn: string, attributes: Record<string, string | string[]>): string {
  const lines = Object.entries(attributes).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}:: ${Buffer.from(value).toString('base64')}`),
  )
  return [`dn:: ${Buffer.from(dn).toString('base64')}`, ...lines, ''].join('\n')
}
