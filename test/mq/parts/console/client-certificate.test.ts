/** The console for users with a client certificate, who log in without a password. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { generate } from 'selfsigned'
import { openPage, whyNoPages } from '../../../_support/browser.ts'
import { certificate } from '../../../_support/certificates.ts'
import { bindingsOf, openServer, settings } from '../../web/_support/server.ts'

const missing = whyNoPages('console')
const pageTest = missing ? test.skip : test.serial

/** Opens the console with a certificate that names `user`. */
async function openWithCertificate(t: ExecutionContext, user: string) {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'Test CA' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
  })
  const folder = await mkdtemp(join(tmpdir(), 'console-trust-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  await writeFile(join(folder, 'trust.pem'), cert)
  const trust = `<keyStore id="trust" location="${join(folder, 'trust.pem')}" type="PEM"/>
    <ssl id="mine" trustStoreRef="trust" clientAuthenticationSupported="true"/><sslDefault sslRef="mine"/>`
  const server = await openServer(t, { xml: settings(trust, bindingsOf('com.ibm.mq.console')), console: true })
  const origin = `https://127.0.0.1:${server.web.port}`
  const opened = await openPage(t, origin, { certificate: await certificate(user, { cert, key }) })
  await opened.page.goto(`${origin}/ibmmq/console/`)
  return opened
}

pageTest('a client certificate logs in, and there is nothing to log out of', async (t) => {
  const { page, problems } = await openWithCertificate(t, 'mqadmin')
  await page.getByRole('heading', { level: 1, name: 'Welcome, mqadmin' }).waitFor()
  await page.getByRole('button', { name: 'User and appearance' }).click()
  await page.getByText('MQWebAdmin, by client certificate').waitFor()
  t.is(await page.getByRole('button', { name: 'Log out' }).count(), 0)
  t.deepEqual(problems, [])
})

pageTest('a certificate of a user without a role says how to use another one', async (t) => {
  const { page, problems } = await openWithCertificate(t, 'nobody')
  await page.getByRole('heading', { level: 1, name: 'Not authorized' }).waitFor()
  await page.getByText(/Your client certificate names this user/).waitFor()
  t.is(await page.getByRole('button', { name: 'Log out' }).count(), 0)
  t.deepEqual(problems, [])
})

pageTest('a certificate that names no user leads to the login page', async (t) => {
  const { page } = await openWithCertificate(t, 'stranger')
  await page.getByLabel('User Name').waitFor()
  t.pass()
})
