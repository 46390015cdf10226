/**
 * Developers of the portal and users of the MQ Console sign in at another provider, in a browser. The other provider is one
 * of Sluice, with a session: the second sign-in asks for no password.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import { openBrowser, openContext, whyNoPages } from '../_support/browser.ts'
import { changeText } from '../_support/documents.ts'
import { eventually } from '../_support/eventually.ts'
import { sluice } from '../_support/product.ts'
import { sharedProduct } from '../_support/shared-product.ts'

const password = 'through the looking glass'
const portalPath = '/acme/sandbox/portal'
const product = sharedProduct(test)
const story = (whyNoPages('portal') ?? whyNoPages('console')) ? test.skip : test.serial

/** Writes what makes the provider of the sandbox the other provider of its portal and its console. */
async function configure(): Promise<void> {
  const { folder, gateway, mqweb, data } = product
  const issuer = `${gateway}/acme/sandbox/customer-oauth`
  await writeFile(
    join(folder, 'providers/people.yaml'),
    'name: people\ntitle: People\nregistry_type: lur\nusers_file: $env{SLUICE_DATA}/users/people.json\n',
  )
  await writeFile(
    join(folder, 'providers/elsewhere.yaml'),
    `name: elsewhere
title: Example
registry_type: oidc
configuration:
  issuer: ${issuer}
  client_id: sandbox-app
  client_secret: sandbox-secret
  field_mapping: { username: preferred_username }
`,
  )
  await changeText(
    join(folder, 'providers/customer-oauth.yaml'),
    'user_registry: customer-users',
    'user_registry: people',
  )
  await changeText(
    join(folder, 'providers/customer-oauth.yaml'),
    'openid_connect: { enabled: true }',
    'openid_connect: { enabled: true, claims: { preferred_username: name, groups: name } }\n  sessions: { ttl: 3600 }',
  )
  const catalog = join(folder, 'catalogs/sandbox/catalog.yaml')
  await changeText(catalog, '[customer-users, portal-developers]', '[customer-users, people, elsewhere]')
  await changeText(catalog, 'user_registry: portal-developers', 'user_registry: elsewhere')
  await changeText(catalog, 'self_signup: true', 'self_signup: false')
  const application = join(folder, 'catalogs/sandbox/applications/sandbox-app.yaml')
  await changeText(application, 'grants: [password, refresh_token]', 'grants: [access_code]')
  await changeText(
    application,
    'redirect_endpoints: []',
    `redirect_endpoints: ["${gateway}${portalPath}/", "${mqweb}/ibmmq/console/"]`,
  )
  const add = ['users', 'add', 'alice', '--registry', 'people']
  await sluice(add, data, { SLUICE_CONFIG: folder }, `${password}\n`)
  const settings = join(data, 'mqweb/mqwebuser.xml')
  const xml = await readFile(settings, 'utf8')
  const client = `<openidConnectClient id="elsewhere" displayName="Example" clientId="sandbox-app" clientSecret="sandbox-secret"
    discoveryEndpointUrl="${issuer}/.well-known/openid-configuration" scope="openid"
    userIdentifier="preferred_username" groupIdentifier="groups"/>
  <enterpriseApplication id="com.ibm.mq.console"><application-bnd>
    <security-role name="MQWebAdmin"><group name="alice" realm="elsewhere"/></security-role>
  </application-bnd></enterpriseApplication>\n</server>`
  await writeFile(settings, xml.replace('</server>', client))
}

async function openPageOf(t: ExecutionContext): Promise<Page> {
  const context = await openContext(await openBrowser())
  t.teardown(() => context.close())
  return context.newPage()
}

story('one sign-in opens the portal and the console, and log out ends it everywhere', async (t) => {
  await configure()
  await eventually(async () => {
    const { provider } = (await (await fetch(`${product.gateway}${portalPath}/api/v1/portal`)).json()) as {
      provider?: string
    }
    return provider
  })
  const page = await openPageOf(t)
  const provider = `${product.gateway}/acme/sandbox/customer-oauth`

  // 1. The portal, with the page on which the user began.
  await page.goto(`${product.gateway}${portalPath}/#/applications`)
  await page.getByRole('button', { name: 'Sign in with Example' }).click()
  await page.waitForURL(`${provider}/**`)
  await page.getByLabel('User name').fill('alice')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { level: 1, name: 'Applications' }).waitFor()
  t.is(page.url(), `${product.gateway}${portalPath}/#/applications`, 'the code is not in the URL')

  // 2. The console, without a password: the other provider has a session of the owner.
  await page.goto(`${product.mqweb}/ibmmq/console/`)
  await page.getByLabel('User Name').waitFor()
  await page.getByRole('button', { name: 'Sign in with Example' }).click()
  await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor()
  t.is(page.url(), `${product.mqweb}/ibmmq/console/`)

  // 3. Log out leads over the other provider, which asks, and back.
  await page.getByRole('button', { name: 'User and appearance' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL(`${provider}/oauth2/logout**`)
  await page.getByRole('button', { name: /sign out/i }).click()
  await page.getByRole('button', { name: 'Sign in with Example' }).waitFor()
  t.is(new URL(page.url()).origin, product.mqweb)
  await page.getByRole('button', { name: 'Sign in with Example' }).click()
  await page.waitForURL(`${provider}/**`)
  await page.getByLabel('Password').waitFor()
  await page.goBack()
})

story('a sign-in that the other provider refuses is told in words, and can be repeated', async (t) => {
  const page = await openPageOf(t)
  const state = 'state=a&error=access_denied&error_description=not+today'
  await page.goto(`${product.gateway}${portalPath}/?${state}#/signin`)
  await page.getByRole('alert').getByText('The sign-in was rejected').waitFor()
  t.true(await page.getByRole('button', { name: 'Sign in with Example' }).isEnabled())
  t.is(new URL(page.url()).search, '')
})
