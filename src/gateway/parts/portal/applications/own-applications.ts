/** Finds and edits an application of the signed-in user. Applications of other users are treated as unknown. */
import type { Application } from '../../../config/types/index.ts'
import type { ApplicationEdit } from '../../../runtime/applications/application-edit.ts'
import { findOwnApplications, type PortalContext } from '../context/portal-context.ts'
import { PortalError } from '../http/portal-error.ts'

export type ApplicationContext = Pick<PortalContext, 'user' | 'deps' | 'params'>

/** Returns the application in the path. Throws a `PortalError` when the user has none of that name. */
export function findOwnApplication(asker: ApplicationContext): Application {
  const found = findOwnApplications(asker).find(({ name }) => name === asker.params.application)
  if (!found) throw new PortalError('unknown_application')
  return found
}

type EditAction<E> = E extends unknown ? Omit<E, 'catalog' | 'application' | 'by'> : never

/** Edits a user's application and returns it; undefined after `remove`. Throws a `PortalError` for a rejected edit. */
export async function editApplication(
  { user, deps }: Pick<ApplicationContext, 'user' | 'deps'>,
  application: string,
  action: EditAction<ApplicationEdit>,
): Promise<Application | undefined> {
  const about = { catalog: deps.catalog.path, application, by: user.name }
  const answer = await deps.editApplication({ ...about, ...action } as ApplicationEdit)
  if ('application' in answer) return answer.application
  throw new PortalError(answer.refused, { detail: answer.detail })
}
