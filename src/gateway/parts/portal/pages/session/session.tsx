/** Provides the signed-in user and the session to every component. */
import { buildSession, type SessionSource } from '../../../../../shared/ui/session/session-gate.tsx'
import type { SessionView } from '../../rest/index.ts'
import { onSignedOut, requestResource, setCsrfToken } from '../api/client.ts'

const source: SessionSource<SessionView> = {
  // The name contains the path, because the portals of several catalogs share an origin.
  otherTabs: new BroadcastChannel(`portal-session ${new URL('./', document.baseURI).pathname}`),
  async whoAmI() {
    const session = await requestResource('GET /session', {}, {})
    setCsrfToken(session.csrf)
    return session
  },
  signOut: () => requestResource('DELETE /session', {}, {}),
  onSignedOut,
}

export const { SessionGate, useOptionalSession, useSession } = buildSession(source, (user, { signOut, signedIn }) => ({
  user,
  signOut,
  /** Reloads the session after the server has replaced it. */
  renewed: () => void signedIn(),
}))
