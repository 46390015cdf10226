/** Who is signed in: the resource `/login` of the console. */
import { request } from './client.ts'

export type ConsoleRole = 'MQWebAdmin' | 'MQWebAdminRO' | 'MQWebUser' | 'MFTWebAdmin' | 'MFTWebAdminRO'

export interface ConsoleUser {
  name: string
  /** `noSecurity` when nobody has to sign in. */
  mechanism: 'form' | 'basic' | 'clientCertificate' | 'noSecurity'
  roles: readonly ConsoleRole[]
  settings: {
    /** Whether queue managers are created, started, stopped and deleted here. */
    managesQueueManagers: boolean
    /** Whether messages may be looked at. */
    browsesMessages: boolean
    /** Characters of each message that a list shows. */
    charactersPerMessage: number
  }
}

export function whoAmI(signal?: AbortSignal): Promise<ConsoleUser> {
  return request('GET', 'login', { signal })
}

export function signIn(username: string, password: string): Promise<void> {
  return request('POST', 'login', { body: { username, password } })
}

export function signOut(): Promise<void> {
  return request('DELETE', 'login')
}
