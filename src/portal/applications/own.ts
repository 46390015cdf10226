/** The applications of whoever asks: nobody learns of those of others. */
import type { Application } from '../../config/types/index.ts'
import type { Call } from '../call/call.ts'
import type { ApplicationEdit } from '../call/edit.ts'
import { Refusal } from '../http/refusal.ts'

export type Asker = Pick<Call, 'user' | 'tools' | 'params'>

export function ownApplications({ user, tools }: Pick<Asker, 'user' | 'tools'>): Application[] {
  const { accounts, catalog } = tools
  const own = accounts.fold(user.name)
  return catalog.applications.filter(({ owner }) => owner !== undefined && accounts.fold(owner) === own)
}

/** The application that the path names. */
export function ownApplication(asker: Asker): Application {
  const found = ownApplications(asker).find(({ name }) => name === asker.params.application)
  if (!found) throw new Refusal('unknown_application')
  return found
}

type ActionOf<E> = E extends unknown ? Omit<E, 'catalog' | 'application' | 'by'> : never

/** Changes an application of the asker; undefined once it is removed. */
export async function editApplication(
  { user, tools }: Pick<Asker, 'user' | 'tools'>,
  application: string,
  action: ActionOf<ApplicationEdit>,
): Promise<Application | undefined> {
  const about = { catalog: tools.catalog.path, application, by: user.name }
  const answer = await tools.edit({ ...about, ...action } as ApplicationEdit)
  if ('application' in answer) return answer.application
  throw new Refusal(answer.refused, { detail: answer.detail })
}
