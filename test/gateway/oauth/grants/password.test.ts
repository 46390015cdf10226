import test from 'ava'
import { buildPasswordGrant } from '../../../../src/gateway/oauth/grants/password.ts'
import { settings } from '../_support/documents.ts'

test('a provider with the password grant needs a user registry', (t) => {
  t.throws(() => buildPasswordGrant({ settings, authenticateUser: undefined } as never), {
    message: 'provider oauth has the password grant but no user registry',
  })
})
