/** Apache's mod_auth_openidc as relying party, unmodified: sign-in, claims, and the end of its session from here. */
import { spawn } from 'node:child_process'
import { chmodSync, existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { claimPort } from '../../../../src/shared/http/listener/claim-port.ts'
import { temporaryFolder } from '../../../_support/product.ts'
import { openBrowser } from '../_support/browser.ts'
import { application, settings } from '../_support/documents.ts'
import { run } from '../_support/provider.ts'

const apache = '/usr/sbin/apache2'
const modules = '/usr/lib/apache2/modules'
const loaded = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'auth_openidc']
const installed = existsSync(apache) && existsSync(join(modules, 'mod_auth_openidc.so'))
if (!installed) console.warn('mod_auth_openidc is not installed (Debian: apt-get install libapache2-mod-auth-openidc)')

/** Runs a site whose pages need a sign-in at the provider. */
async function startApache(t: ExecutionContext, port: number, issuer: string): Promise<void> {
  const [folder, remove] = await temporaryFolder()
  t.teardown(remove)
  chmodSync(folder, 0o755) // its workers run as another user
  await mkdir(join(folder, 'pages'), { recursive: true })
  await writeFile(join(folder, 'pages', 'index.txt'), 'a protected page')
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
OIDCProviderMetadataURL ${issuer}/.well-known/openid-configuration
OIDCClientID web-app
OIDCClientSecret web-app-secret
OIDCRedirectURI http://127.0.0.1:${port}/callback
OIDCCryptoPassphrase a-passphrase-for-tests
OIDCScope "openid customer"
OIDCPKCEMethod S256
OIDCSSLValidateServer Off
OIDCUnAuthAction auth true
<Location />
  AuthType openid-connect
  Require claim sub:alice
</Location>
`,
  )
  const child = spawn(apache, ['-f', join(folder, 'apache.conf'), '-DFOREGROUND'], { stdio: 'ignore' })
  t.teardown(async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    if (child.exitCode === null && child.kill('SIGTERM')) await gone
  })
  for (let patience = 200; ; patience -= 1) {
    if (await fetch(`http://127.0.0.1:${port}`, { redirect: 'manual' }).catch(() => undefined)) return
    if (patience === 0 || child.exitCode !== null)
      throw new Error(`Apache does not answer: ${await readFile(join(folder, 'error.log'), 'utf8')}`)
    await setTimeout(50)
  }
}

const withApache = installed ? test.serial : test.serial.skip

withApache(
  'an owner who signs in here reads the protected page of mod_auth_openidc, and another one does not',
  async (t) => {
    const { port, release } = await claimPort('127.0.0.1', 0)
    await release()
    const site = `http://127.0.0.1:${port}`
    const running = await run(t, {
      applications: [application('web-app', { redirectEndpoints: [`${site}/callback`] })],
      settings: {
        scopes: new Map([['openid', 'Know who you are'], ...settings.scopes]),
        openidConnect: { ...settings.openidConnect, enabled: true },
      },
    })
    await startApache(t, port, running.issuer)

    const visit = async (user: string) => {
      const [atSite, atProvider] = [openBrowser(site), openBrowser(running.baseUrl)]
      const away = await atSite.get(`${site}/index.txt`)
      const login = await atProvider.get(away.url)
      const consent = await atProvider.submit(login, { username: user, password: `${user}-password` })
      const done = await atProvider.submit(consent, { decision: 'allow' })
      return atSite.get(done.url)
    }
    t.is((await visit('alice')).text, 'a protected page')
    t.is((await visit('carol')).status, 401)
  },
)
