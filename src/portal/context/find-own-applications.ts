/** Finds the applications of the signed-in user. */
import type { Application } from '../../config/types/index.ts'
import type { PortalContext } from './portal-context.ts'

export function findOwnApplications({ user, deps }: Pick<PortalContext, 'user' | 'deps'>): Application[] {
  const { accounts, catalog } = deps
  const own = accounts.fold(user.name)
  return catalog.applications.filter(({ owner }) => owner !== undefined && accounts.fold(owner) === own)
}
