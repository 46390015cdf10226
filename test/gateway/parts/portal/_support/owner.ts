/** A portal whose owner may change documents, and the signed-in owner. */
import type { ExecutionContext } from 'ava'
import { addUser, openUsersInFile } from '../../../../../src/shared/registries/index.ts'
import { requireSuccess } from '../../../../_support/require-success.ts'
import { type Browser, password } from './browser.ts'
import { startPortal, type TestOptions, type TestPortal } from './portal.ts'

/** Signs in as the owner, who cannot sign up. */
export async function signInOwner(portal: TestPortal): Promise<Browser> {
  const { settings, caseSensitive } = portal.catalog().registries.get('staff') as {
    settings: unknown
    caseSensitive: boolean
  }
  const file = (settings as { users_file: string }).users_file
  await addUser(openUsersInFile({ file, caseSensitive }), 'owner', password)
  const owner = portal.browser()
  await requireSuccess(owner.signIn('owner'))
  return owner
}

export async function startWithOwner(t: ExecutionContext, options: TestOptions = {}) {
  const portal = await startPortal(t, {
    portal: 'self_signup: true, owners: [owner], owners_edit_documents: true',
    ...options,
  })
  return { portal, owner: await signInOwner(portal) }
}
