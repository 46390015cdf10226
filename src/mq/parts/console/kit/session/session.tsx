/** Provides the logged-in user and the user's rights to every component. */
import { buildSession, type SessionSource } from '../../../../../shared/ui/session/session-gate.tsx'
import type { ConsoleUser } from '../../contract/session.ts'
import { onSignedOut, request } from '../api/client.ts'
import { findUserRights } from './rights.ts'

const source: SessionSource<ConsoleUser> = {
  otherTabs: new BroadcastChannel('console-session'),
  whoAmI: () => request('GET /login', {}, {}),
  signOut: () => request('DELETE /login', {}, {}),
  onSignedOut,
}

export const { SessionGate, useSession } = buildSession(source, (user, { signOut }) => ({
  user,
  rights: findUserRights(user),
  signOut,
}))
