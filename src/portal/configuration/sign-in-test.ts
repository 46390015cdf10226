/** Handler for the test of a user registry. A test sends a password to the registry, so its attempts are limited. */
import type { ResourceHandler } from '../context/portal-context.ts'
import type { HourlyLimitCheck } from '../http/hourly-limit.ts'
import { requestDocuments } from './documents.ts'

export function buildSignInTest(countTest: HourlyLimitCheck): ResourceHandler<'POST /configuration/sign-in-test'> {
  return async function testSignIn(context) {
    const { body, deps, user } = context
    await countTest(deps.accounts.fold(user.name))
    const request = { do: 'testSignIn', request: body, by: user.name } as const
    return (await requestDocuments(context, request, 'signIn')).signIn
  }
}
