/** Signs in and out, and loads the signed-in user. */
import type { ConsoleUser } from '../../../contract/console/session.ts'
import { request } from './client.ts'

export type { ConsoleRole, ConsoleUser } from '../../../contract/console/session.ts'

export function loadCurrentUser(signal?: AbortSignal): Promise<ConsoleUser> {
  return request('GET /login', {}, { signal })
}

export function signIn(username: string, password: string): Promise<void> {
  return request('POST /login', {}, { body: { username, password } })
}

export function signOut(): Promise<void> {
  return request('DELETE /login', {}, {})
}
