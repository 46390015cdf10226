/** Signs in and out, and loads the signed-in user, with the resource `/login`. */
import { request } from './client.ts'

export type ConsoleRole = 'MQWebAdmin' | 'MQWebAdminRO' | 'MQWebUser' | 'MFTWebAdmin' | 'MFTWebAdminRO'

export interface ConsoleUser {
  name: string
  /** How the user was authenticated; `noSecurity` if the server needs no sign-in. */
  mechanism: 'form' | 'basic' | 'clientCertificate' | 'noSecurity'
  roles: readonly ConsoleRole[]
  settings: {
    /** Whether the console can create, start, stop and delete queue managers. */
    managesQueueManagers: boolean
    /** Whether read-only administrators may browse messages. */
    browsesMessages: boolean
    /** Whether file transfer is enabled in the server. */
    transfersFiles: boolean
    /** The number of characters of each message that a list shows. */
    charactersPerMessage: number
  }
}

export function loadCurrentUser(signal?: AbortSignal): Promise<ConsoleUser> {
  return request('GET', 'login', { signal })
}

export function signIn(username: string, password: string): Promise<void> {
  return request('POST', 'login', { body: { username, password } })
}

export function signOut(): Promise<void> {
  return request('DELETE', 'login')
}
