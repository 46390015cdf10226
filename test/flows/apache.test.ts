import { spawn } from 'node:child_process'
import { chmodSync, existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { claimPort } from '../../src/shared/http/listener/claim-port.ts'
import { getToken } from '../_support/client.ts'
import { changeText, copyDocuments } from '../_support/documents.ts'
import { startProduct, temporaryFolder } from '../_support/product.ts'

const apache = '/usr/sbin/apache2'
const modules = '/usr/lib/apache2/modules'
const loaded = ['mpm_event', 'authn_core', 'authz_core', 'oauth2']
const installed = existsSync(apache) && existsSync(join(modules, 'mod_oauth2.so'))
if (!installed) console.warn('mod_oauth2 is not installed (Debian: apt-get install libapache2-mod-oauth2)')

/** A resource server at `/introspected` and `/verified`: the one asks about each token, the other knows the keys. */
async function startApache(t: ExecutionContext, provider: string): Promise<string> {
  const [folder, remove] = await temporaryFolder()
  t.teardown(remove)
  chmodSync(folder, 0o755) // its workers run as another user
  const { port, release } = await claimPort('127.0.0.1', 0)
  await release()
  for (const name of ['introspected', 'verified']) {
    await mkdir(join(folder, 'pages', name), { recursive: true })
    await writeFile(join(folder, 'pages', name, 'index.txt'), `${name} page`)
  }
  const client = 'introspect.auth=client_secret_basic&client_id=apache&client_secret=sandbox-secret'
  await writeFile(
    join(folder, 'apache.conf'),
    `ServerRoot ${folder}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile ${folder}/apache.pid
DefaultRuntimeDir ${folder}
Mutex file:${folder}
ErrorLog ${folder}/error.log
User www-data
Group www-data
${loaded.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`).join('\n')}
DocumentRoot ${folder}/pages
<Location /introspected>
  AuthType oauth2
  OAuth2TokenVerify introspect ${provider}/oauth2/introspect introspect.ssl_verify=false&${client}
  Require oauth2_claim scope:customer
</Location>
<Location /verified>
  AuthType oauth2
  OAuth2TokenVerify jwks_uri ${provider}/oauth2/jwks jwks_uri.ssl_verify=false
  Require oauth2_claim client_id:sandbox-app
</Location>
`,
  )
  const child = spawn(apache, ['-f', join(folder, 'apache.conf'), '-DFOREGROUND'], { stdio: 'ignore' })
  t.teardown(async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    if (child.exitCode === null && child.kill('SIGTERM')) await gone
  })

  const url = `http://127.0.0.1:${port}`
  for (let patience = 200; ; patience -= 1) {
    const answers = await fetch(url).catch(() => undefined)
    if (answers) return url
    if (patience === 0 || child.exitCode !== null)
      throw new Error(`Apache does not answer: ${await readFile(join(folder, 'error.log'), 'utf8')}`)
    await setTimeout(50)
  }
}

const withApache = installed ? test.serial : test.serial.skip

withApache("Apache's mod_oauth2 takes our tokens, by asking about them and by our keys", async (t) => {
  const [documents, removeDocuments] = await temporaryFolder()
  t.teardown(removeDocuments)
  await copyDocuments(documents)
  await changeText(
    join(documents, 'providers/customer-oauth.yaml'),
    'native_provider:\n',
    'native_provider:\n  token_introspection: { enabled: true, applications: [apache] }\n',
  )
  const applications = join(documents, 'catalogs/sandbox/applications')
  const app = await readFile(join(applications, 'sandbox-app.yaml'), 'utf8')
  await writeFile(join(applications, 'apache.yaml'), app.replaceAll(/(?<=: )sandbox-app$/gm, 'apache'))
  const [data, removeData] = await temporaryFolder()
  t.teardown(removeData)
  const product = await startProduct(data, { SLUICE_CONFIG: documents })
  t.teardown(product.stop)

  const url = await startApache(t, `${product.gateway}/acme/sandbox/customer-oauth`)
  const { access_token: token } = await getToken(product.gateway, { scope: 'customer' })
  const { access_token: narrow } = await getToken(product.gateway, { scope: 'mq.put' })
  const status = async (path: string, bearer?: string) =>
    (await fetch(`${url}/${path}/index.txt`, { headers: bearer ? { authorization: `Bearer ${bearer}` } : {} })).status

  for (const path of ['introspected', 'verified']) {
    t.is(await status(path, token), 200, path)
    t.is(await status(path), 401, path)
    t.is(await status(path, `${token.slice(0, -6)}AAAAAA`), 401, path)
    t.is(await status(path, 'nonsense'), 401, path)
  }
  t.is(await status('introspected', narrow), 401)
  t.is(await status('verified', narrow), 200)
})
