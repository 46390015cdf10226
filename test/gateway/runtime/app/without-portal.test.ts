import test from 'ava'
import { registerWithout } from './_support/instance.ts'

test('a gateway without the portal asks its primary to write the application of a client that registers', async (t) => {
  const { asked, portal } = await registerWithout(t, 'portal')
  t.is(portal, 404)
  const edit = { catalog: '/acme/sandbox', by: 'registration at customer-oauth', do: 'create' }
  t.like(asked, [['part', { part: 'applications', name: 'edit', argument: { edit } }]])
})
