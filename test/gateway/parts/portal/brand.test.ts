import test from 'ava'
import type { PortalView } from '../../../../src/gateway/parts/portal/rest/index.ts'
import { startPortal } from './_support/portal.ts'

const settings = `self_signup: true, owners: [owner], brand: { name: Acme Developers, logo: brand/logo.svg, picture: brand/picture.svg, text: "Pay with **Acme**", color: "#8a3800", support_email: help@acme.example, links: [{ title: Status, url: "https://status.example/" }] }`
const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"/>'

test('the brand, its logo and its picture are public', async (t) => {
  const portal = await startPortal(t, {
    portal: settings,
    files: { 'catalogs/sandbox/brand/logo.svg': svg, 'catalogs/sandbox/brand/picture.svg': picture },
  })
  const visitor = portal.browser()
  t.deepEqual((await visitor.get<PortalView>('/portal')).body.brand, {
    name: 'Acme Developers',
    hasLogo: true,
    hasPicture: true,
    text: 'Pay with **Acme**',
    color: '#8a3800',
    supportEmail: 'help@acme.example',
    links: [{ title: 'Status', url: 'https://status.example/' }],
  })
  const logo = await fetch(`${portal.origin}/acme/sandbox/portal/api/v1/brand/logo`)
  t.is(logo.headers.get('content-type'), 'image/svg+xml')
  t.is(await logo.text(), svg)
  const shown = await fetch(`${portal.origin}/acme/sandbox/portal/api/v1/brand/picture`)
  t.is(await shown.text(), picture)
})

test('a missing logo or picture is a 404', async (t) => {
  for (const options of [{ portal: settings }, {}]) {
    const portal = await startPortal(t, options)
    for (const image of ['logo', 'picture'])
      t.like(await portal.browser().get(`/brand/${image}`), { status: 404, body: { code: 'unknown_image' } })
  }
})
